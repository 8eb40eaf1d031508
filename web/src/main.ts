import { mount } from "svelte";
import App from "./App.svelte";
import "./style/base.css";
import "./style/board.css";
import "./style/looks.css";
import "./style/table.css";
import "./style/home.css";

mount(App, { target: document.getElementById("app")! });
