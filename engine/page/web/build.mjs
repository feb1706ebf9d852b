// Builds the files of the page into dist/, where the server includes them compressed. With --compare, fails if the files
// in dist/ were built from other sources. ../THIRD-PARTY.md lists what the page contains of others, with the licences.
import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const compares = process.argv.includes("--compare");
const bundled = await build({
  entryPoints: ["src/page.tsx", "src/page.css"],
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
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

/** The packages in the bundle, with their licences, as Markdown. */
function thirdParty() {
  const inputs = Object.keys(bundled.metafile.inputs);
  const names = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const sections = [...new Set(names)].sort().map((name) => {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? "\nThe text of this licence is in LICENSE-APACHE of this project.\n" : `\n\`\`\`text\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n\`\`\`\n`;
    return `## ${name} ${version}\n\nLicence: ${license}\n${text}`;
  });
  return `# What the page contains of others\n\nWritten by \`npm run build\` in \`web/\`.\n\n${sections.join("\n")}`;
}

const licences = Buffer.from(thirdParty());
if (!compares) {
  writeFileSync("../THIRD-PARTY.md", licences);
} else if (!readFileSync("../THIRD-PARTY.md").equals(licences)) {
  console.error("../THIRD-PARTY.md does not list what the page contains: npm run build");
  process.exitCode = 1;
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
