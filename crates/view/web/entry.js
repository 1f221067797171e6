// One script for both pages: a gallery takes the stage, the viewer starts.
import { start } from "./app.js";

start();
