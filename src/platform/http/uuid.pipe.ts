import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { invalid } from './problem';
import { quote } from './quote';

/** Reads a UUID from the path of the URL. */
@Injectable()
export class UuidPipe implements PipeTransform<string> {
  /** @throws ProblemException 400 that names the parameter and the received value */
  transform(value: string, { data: name }: ArgumentMetadata): string {
    if (isUUID(value)) return value.toLowerCase();
    throw invalid([{ pointer: `/${name}`, message: `must be a UUID; got ${quote(value)}` }]);
  }
}
