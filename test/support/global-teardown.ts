/** Jest wants a module of its own for it. */
export { tearDown as default } from './global-setup';
