import { BadRequestException } from '@nestjs/common';

/** A message that is not well-formed XML, or has a part that the reader does not allow. */
export class XmlProblem extends BadRequestException {
  constructor(reason: string, line: number, column: number) {
    super(`The message cannot be read: line ${line}, column ${column}: ${reason}`);
  }
}
