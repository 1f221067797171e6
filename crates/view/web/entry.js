// One script for both pages: a gallery takes the stage, else the viewer starts.
/* global gallery */
import { App } from "./app.js";
import { Stage } from "./stage.js";

if (typeof gallery === "undefined") new App().start();
else gallery.stage(Stage);
