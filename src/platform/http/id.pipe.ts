import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Id } from '../database/id';
import { parseId } from '../database/id';
import type { FieldError } from './problem';
import { ProblemException } from './problem';
import { quote, unknownNames } from './quote';

/** Reads an identifier from the path of the URL. */
@Injectable()
export class IdPipe implements PipeTransform<unknown, Id<string>> {
  /** @throws ProblemException 400 that names the parameter and the received value */
  transform(value: unknown, { data: name = '' }: ArgumentMetadata): Id<string> {
    return readIds({ [name]: value }, [name])[name] as Id<string>;
  }
}

/** Reads identifiers from the query of the URL. Each one must occur exactly once. */
export class QueryIdsPipe<Name extends string> implements PipeTransform<
  Record<string, unknown>,
  Record<Name, Id<string>>
> {
  private readonly names: Name[];

  constructor(...names: Name[]) {
    this.names = names;
  }

  /** @throws ProblemException 400 with one line for each wrong parameter */
  transform(query: Record<string, unknown>): Record<Name, Id<string>> {
    return readIds(query, this.names);
  }
}

function readIds<Name extends string>(
  values: Record<string, unknown>,
  names: Name[],
): Record<Name, Id<string>> {
  const errors: FieldError[] = [];
  const ids = names.map((name) => {
    const id = parseId(values[name]);
    if (!id) errors.push({ pointer: `/${name}`, message: problemOf(name, values, names) });
    return [name, id];
  });
  if (errors.length === 0) return Object.fromEntries(ids) as Record<Name, Id<string>>;
  const lines = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`);
  throw new ProblemException(400, lines.join('\n'), errors);
}

function problemOf(name: string, values: Record<string, unknown>, names: string[]): string {
  const value = values[name];
  if (value === undefined || value === '') return `is missing${unknownNames('parameter', values, names)}`;
  if (typeof value !== 'string') return 'must be given once';
  return `must be a whole number from 1 to 9223372036854775807; got ${quote(value)}`;
}
