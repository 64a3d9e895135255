import globalSetup from '../../support/global-setup';
import { createFiguresFile } from './figures';

export default async function faultSetup(...options: Parameters<typeof globalSetup>): Promise<void> {
  createFiguresFile();
  await globalSetup(...options);
}
