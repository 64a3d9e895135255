/** Lets Jest's own runner load TypeScript: Stryker changes the sources themselves. */
const { resolve } = require('node:path');
const ts = require('typescript');

const CONFIG = resolve(__dirname, '../../tsconfig.json');
const { compilerOptions } = ts.readConfigFile(CONFIG, ts.sys.readFile).config;

module.exports = {
  process(source, fileName) {
    const options = { ...compilerOptions, sourceMap: false, inlineSourceMap: true };
    return { code: ts.transpileModule(source, { fileName, compilerOptions: options }).outputText };
  },
};
