// node bundle.cjs OUTFILE: the page's script with three.js in one file. NODE_PATH says where the packages are.
const path = require("node:path");
require("esbuild").buildSync({
  entryPoints: [path.join(__dirname, "app.js")],
  outfile: process.argv[2],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  nodePaths: [process.env.NODE_PATH],
  logLevel: "warning",
});
