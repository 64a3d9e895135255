import type { Hotel, HotelRoom, MessageProblem, ProblemCode } from '../message';
import type { Xml } from './xml-writer';
import { element, text } from './xml-writer';

/** A kind of error: OTA's error warning type, and a code of its list of errors. */
interface OtaError {
  type: string;
  code: string;
}

export const WRONG_CREDENTIALS: OtaError = { type: '4', code: '448' };
export const UNABLE_TO_PROCESS: OtaError = { type: '3', code: '450' };
const ERRORS: Record<ProblemCode, OtaError> = {
  hotelMissing: { type: '6', code: '392' },
  roomMissing: { type: '12', code: '402' },
  ratePlanMissing: { type: '12', code: '249' },
  planOfOtherRoom: { type: '12', code: '783' },
  currencyMismatch: UNABLE_TO_PROCESS,
  invalidValue: UNABLE_TO_PROCESS,
  fieldMissing: { type: '10', code: '321' },
};

/** SiteMinder requires exactly these texts. */
const REQUIRED_TEXTS: Partial<Record<ProblemCode, string>> = {
  roomMissing: 'Room type code not found for this hotel',
  ratePlanMissing: 'Rate code not found for this hotel',
  planOfOtherRoom: 'Combination of room code and rate code not found for this hotel',
};
export const CREDENTIALS_TEXT = 'Invalid Username and/or Password';
/** The type of a warning, which the sender need not correct. */
const ADVISORY = '11';
/** Senders show at most this many characters of a name. */
const MAX_NAME = 64;

export function success(warnings: string[], ...content: Xml[]): Xml[] {
  const written = warnings.map((warning) => element('Warning', { Type: ADVISORY }, text(warning)));
  const all = written.length > 0 ? [element('Warnings', {}, ...written)] : [];
  return [element('Success', {}), ...all, ...content];
}

export function oneError(error: OtaError, message: string): Xml[] {
  return [element('Errors', {}, writeError(error, message))];
}

export function hotelMissing(hotelCode: string): Xml[] {
  return oneError(ERRORS.hotelMissing, `Hotel not found for HotelCode=${hotelCode}`);
}

/** The content of a refusal. `NodeList` names the place of each problem in the message. */
export function refusal(problems: MessageProblem[], hotelCode: string): Xml[] {
  const errors = problems.map(({ code, place, message }) => {
    const required =
      code === 'hotelMissing' ? `Hotel not found for HotelCode=${hotelCode}` : REQUIRED_TEXTS[code];
    return writeError(ERRORS[code], required ?? message, place);
  });
  return [element('Errors', {}, ...errors)];
}

/** The rooms of a hotel with their plans: an element for each combination. Without combinations, there is no `RoomStays`. */
export function roomStays({ rooms }: Hotel): Xml[] {
  const taken = new Set<string>();
  const stays = rooms.flatMap((room) => room.ratePlans.map((plan) => roomStay(room, plan, taken)));
  return stays.length > 0 ? [element('RoomStays', {}, ...stays)] : [];
}

function roomStay(room: HotelRoom, plan: HotelRoom['ratePlans'][number], taken: Set<string>): Xml {
  const name = uniqueName(`${room.name} - ${plan.name}`, plan.id, taken);
  const roomType = element(
    'RoomType',
    { RoomTypeCode: room.id },
    description('RoomDescription', cut(room.name)),
  );
  // Prices of a derived plan follow its parent, so the sender must not send them.
  const detail = element('AdditionalDetail', { Code: 'NO_RATES' });
  const details = plan.isDerived ? [element('AdditionalDetails', {}, detail)] : [];
  const ratePlan = element(
    'RatePlan',
    { RatePlanCode: plan.id },
    description('RatePlanDescription', name),
    ...details,
  );
  return element('RoomStay', {}, element('RoomTypes', {}, roomType), element('RatePlans', {}, ratePlan));
}

/** Returns a name of at most 64 characters that no other combination has. */
function uniqueName(name: string, id: string, taken: Set<string>): string {
  const short = cut(name);
  const end = ` (${id})`;
  const unique = taken.has(short) ? cut(name, MAX_NAME - end.length) + end : short;
  taken.add(unique);
  return unique;
}

function cut(name: string, length = MAX_NAME): string {
  return Array.from(name).slice(0, length).join('');
}

function description(kind: string, name: string): Xml {
  return element(kind, { Name: name }, element('Text', {}, text(name)));
}

function writeError({ type, code }: OtaError, message: string, place?: string): Xml {
  return element('Error', { Type: type, Code: code, NodeList: place }, text(message));
}
