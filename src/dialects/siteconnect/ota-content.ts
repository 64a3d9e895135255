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
  hotelMissing: { type: '12', code: '392' },
  roomMissing: { type: '12', code: '402' },
  ratePlanMissing: { type: '12', code: '249' },
  planOfOtherRoom: { type: '12', code: '783' },
  currencyMismatch: { type: '3', code: '320' },
  invalidValue: { type: '3', code: '320' },
  fieldMissing: { type: '10', code: '321' },
};

/** SiteMinder requires exactly these texts. */
const REQUIRED_TEXTS: Partial<Record<ProblemCode, string>> = {
  roomMissing: 'Room type code not found for this hotel',
  ratePlanMissing: 'Rate code not found for this hotel',
};
export const CREDENTIALS_TEXT = 'Invalid Username and/or Password';
/** The type of a warning, which the sender need not correct. */
const ADVISORY = '11';

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

/** The rooms of a hotel with their plans. Names are descriptions. */
export function roomStays({ rooms }: Hotel): Xml {
  return element('RoomStays', {}, ...rooms.map(roomStay));
}

function roomStay({ id, name, ratePlans }: HotelRoom): Xml {
  const room = element('RoomType', { RoomTypeCode: id }, description('RoomDescription', name));
  const plans = ratePlans.map((plan) =>
    element('RatePlan', { RatePlanCode: plan.id }, description('RatePlanDescription', plan.name)),
  );
  const content = plans.length > 0 ? [element('RatePlans', {}, ...plans)] : [];
  return element('RoomStay', {}, element('RoomTypes', {}, room), ...content);
}

function description(kind: string, name: string): Xml {
  return element(kind, { Name: name }, element('Text', {}, text(name)));
}

function writeError({ type, code }: OtaError, message: string, place?: string): Xml {
  return element('Error', { Type: type, Code: code, NodeList: place }, text(message));
}
