import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { BadRequestException, Injectable } from '@nestjs/common';
import type { Id } from '../database/id';
import { parseId } from '../database/id';

/** Takes an identifier from a parameter of the URL. */
@Injectable()
export class IdPipe implements PipeTransform<unknown, Id<string>> {
  /** @throws BadRequestException that names the parameter */
  transform(value: unknown, { data: name }: ArgumentMetadata): Id<string> {
    if (value === undefined || value === '') throw new BadRequestException(`${name} is missing`);
    if (typeof value !== 'string') throw new BadRequestException(`${name} must be given once`);
    const id = parseId(value);
    if (!id) throw new BadRequestException(`${name} must be a whole number from 1 to 9223372036854775807`);
    return id;
  }
}
