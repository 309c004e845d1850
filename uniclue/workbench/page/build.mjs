// Bundles the page into built/; what is committed there is what this writes.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "built";
await mkdir(out, { recursive: true });
const common = { bundle: true, minify: true, legalComments: "none", target: "es2022" };
await build({
  ...common,
  entryPoints: ["src/page.tsx"],
  outfile: `${out}/page.js`,
  jsxFactory: "h",
  jsxFragment: "Fragment",
  format: "esm",
});
await build({ ...common, entryPoints: ["src/page.css"], outfile: `${out}/page.css` });
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${out}/${name}`);
