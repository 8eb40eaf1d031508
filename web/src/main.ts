import { mount } from "svelte";
import App from "./App.svelte";
import { base } from "./lib/base";
import "./style/type.css";
import "./style/base.css";
import "./style/board.css";
import "./style/looks.css";
import "./style/table.css";
import "./style/layout.css";
import "./style/asking.css";
import "./style/guide.css";
import "./style/home.css";
import "./style/lobby.css";
import "./style/lab.css";

mount(App, { target: document.getElementById("app")! });

// So that it can be installed, and says so when its server is gone. A browser that refuses plays, too.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register(`${base}/sw.js`).catch(() => undefined);
