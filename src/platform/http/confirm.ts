import { IsOptional, IsString } from 'class-validator';
import { differenceOf, normalName } from '../text/name';
import { Normalized } from './fields';
import { invalid } from './problem';
import { quote } from './quote';

/** The confirmation of a deletion: the name of the record. An id is not enough: a wrong one may belong to another record. */
export class ConfirmDto {
  @Normalized()
  @IsOptional()
  @IsString()
  confirm?: string;
}

/**
 * @param record for example `room 3`
 * @param lost counts what would be deleted with the record. Only a refusal calls it
 * @throws ProblemException 400 that lists what would be deleted and says how `confirm` differs from the record's name
 */
export async function assertConfirmed(
  { confirm }: ConfirmDto,
  record: string,
  name: string,
  lost: () => Promise<string>,
): Promise<void> {
  if (confirm === normalName(name)) return;
  const difference = confirm && differenceOf(name, confirm);
  const message =
    `must be the name of ${record}, ${JSON.stringify(name)}${confirm ? `; got ${quote(confirm)}` : ''}. ` +
    `${difference ? `${difference}. ` : ''}The deletion also removes: ${await lost()}. ` +
    `To continue, repeat the call with ?confirm=${encodeURIComponent(name)}`;
  throw invalid([{ pointer: '/confirm', message }]);
}

/** `1 price`, `60 prices` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The count as a list of one text; an empty list for 0. */
export function countedIfAny({ count, noun }: { count: number; noun: string }): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}
