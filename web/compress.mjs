/** Writes a compressed copy beside each built file of the page. The service sends the one that a browser accepts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const FOLDER = 'web/dist/assets';

for (const name of readdirSync(FOLDER).filter((name) => /\.(js|css)$/.test(name))) {
  const content = readFileSync(`${FOLDER}/${name}`);
  // A browser accepts Brotli only over HTTPS.
  writeFileSync(`${FOLDER}/${name}.br`, brotliCompressSync(content));
  writeFileSync(`${FOLDER}/${name}.gz`, gzipSync(content));
}
