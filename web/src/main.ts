import { mount } from "svelte";
import App from "./App.svelte";
import { base } from "./lib/base";
import { type House, speak } from "./lib/text";
import "./style/type.css";
import "./style/base.css";
import "./style/board.css";
import "./style/looks.css";
import "./style/table.css";
import "./style/layout.css";
import "./style/asking.css";
import "./style/guide.css";
import "./style/end.css";
import "./style/home.css";
import "./style/lobby.css";
import "./style/lab.css";

/** A house that speaks another language says so on the page itself, so that English asks for nothing. */
async function learn(): Promise<void> {
  if (!document.documentElement.hasAttribute("data-words")) return;
  const reply = await fetch(`${base}/api/words`);
  if (reply.ok) speak((await reply.json()) as House);
}

// Without its words the page still plays, in English.
learn().catch(() => undefined).finally(() => mount(App, { target: document.getElementById("app")! }));

// So that it can be installed, and says so when its server is gone. A browser that refuses plays, too.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register(`${base}/sw.js`).catch(() => undefined);
