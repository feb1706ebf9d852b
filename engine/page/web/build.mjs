// Builds the files of the page into dist/, where the server includes them compressed. With --compare, fails if the files
// in dist/ were built from other sources.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const compares = process.argv.includes("--compare");
const bundled = await build({
  entryPoints: ["src/page.tsx", "src/page.css"],
  bundle: true,
  minify: true,
  write: false,
  outdir: "dist",
  target: "es2022",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
});
const files = bundled.outputFiles.map((file) => [file.path.replace(/.*[\\/]/, ""), Buffer.from(file.contents)]);
for (const name of ["index.html", "icon.svg"]) {
  files.push([name, readFileSync(`src/${name}`)]);
}
mkdirSync("dist", { recursive: true });
for (const [name, content] of files) {
  const path = `dist/${name}.gz`;
  if (compares) {
    if (!gunzipSync(readFileSync(path)).equals(content)) {
      console.error(`${path} is not built from these sources: npm run build`);
      process.exitCode = 1;
    }
  } else {
    const compressed = gzipSync(content, { level: 9 });
    writeFileSync(`dist/${name}`, content);
    writeFileSync(path, compressed);
    console.log(`${name}: ${content.length} bytes, ${compressed.length} compressed`);
  }
}
