// The entry point: mounts the app.
import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { settings } from "./lib/common/settings.svelte";
import { registerServiceWorker } from "./serviceWorker";

settings.apply();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app.");
mount(App, { target });
if (import.meta.env.PROD) registerServiceWorker();
