// Bundles the workbench's page, the page to solve on and walkthroughs into built/; what is committed there is what this writes.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "built";
await mkdir(out, { recursive: true });
const common = { bundle: true, minify: true, legalComments: "none", target: "es2022" };
const jsx = { jsxFactory: "h", jsxFragment: "Fragment" };
await build({ ...common, ...jsx, entryPoints: ["src/page.tsx"], outfile: `${out}/page.js`, format: "esm" });
for (const name of ["play", "walk"]) {
  await build({ ...common, ...jsx, entryPoints: [`src/${name}/${name}.tsx`], outfile: `${out}/${name}.js`, format: "iife" });
  await build({ ...common, entryPoints: [`src/${name}/${name}.css`], outfile: `${out}/${name}.css` });
}
await build({ ...common, entryPoints: ["src/page.css"], outfile: `${out}/page.css` });
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${out}/${name}`);
