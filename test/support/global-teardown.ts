/** Jest requires a separate module for the teardown. */
export { tearDown as default } from './global-setup';
