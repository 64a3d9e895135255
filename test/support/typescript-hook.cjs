/** Lets node load TypeScript where TypeORM asks it for migrations and entities by a pattern of file names. */
const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { parseConfigFileTextToJson, transpileModule } = require('typescript');

const FILE = resolve(__dirname, '../../tsconfig.json');
const { compilerOptions } = parseConfigFileTextToJson(FILE, readFileSync(FILE, 'utf8')).config;
const options = { ...compilerOptions, module: 'commonjs', moduleResolution: undefined };

require.extensions['.ts'] = (module, fileName) => {
  const { outputText } = transpileModule(readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions: options,
  });
  module._compile(outputText, fileName);
};
