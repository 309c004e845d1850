// Bundles the workbench's page and the page to solve on into built/; what is committed there is what this writes.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "built";
await mkdir(out, { recursive: true });
const common = { bundle: true, minify: true, legalComments: "none", target: "es2022" };
const jsx = { jsxFactory: "h", jsxFragment: "Fragment" };
await build({ ...common, ...jsx, entryPoints: ["src/page.tsx"], outfile: `${out}/page.js`, format: "esm" });
await build({ ...common, ...jsx, entryPoints: ["src/play/play.tsx"], outfile: `${out}/play.js`, format: "iife" });
await build({ ...common, entryPoints: ["src/page.css"], outfile: `${out}/page.css` });
await build({ ...common, entryPoints: ["src/play/play.css"], outfile: `${out}/play.css` });
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `${out}/${name}`);
