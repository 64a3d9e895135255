import { readFile, stat } from 'node:fs/promises';

/** A telephone with a slow connection loads this much in two seconds. */
const MAX_BYTES = 90_000;

describe('the files of the page', () => {
  it('The JavaScript and the CSS together are smaller than 90 kB when compressed', async () => {
    const { outputs } = JSON.parse(await readFile('web/dist/meta.json', 'utf8')) as { outputs: object };
    const names = Object.keys(outputs).filter((name) => /\.(js|css)$/.test(name));
    expect(names).toHaveLength(2);
    const sizes = await Promise.all(names.map(async (name) => (await stat(`${name}.gz`)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });
});
