import type { components } from './openapi';

/** Short names of the API's types. `npm run generate:api` makes openapi.d.ts from the API file. */
type Schemas = components['schemas'];

/** A page of a list; `nextCursor` asks for the next page. */
export interface List<T> {
  items: T[];
  nextCursor: string | null;
}

export type AccessToken = Schemas['AccessToken'];
export type Scope = AccessToken['scopes'][number];

export type Derivation = Schemas['Derivation'];
export type Step = Schemas['DerivationStep'];
export type RoundingMode = Schemas['Rounding']['mode'];
export type Guard = Schemas['PriceGuard'];
export type RatePlan = Schemas['RatePlan'];
export type Room = Schemas['Room'];
export type ChangeSince = Schemas['ChangeSince'];
export type Preview = Schemas['Preview'];
export type PlansChange = Schemas['RatePlansChangeResult'];

export type CalendarOfRooms = Schemas['CalendarPage'];
export type CalendarRoom = Schemas['RoomRow'];
export type CalendarPlan = Schemas['RatePlanRow'];

export type FeedHealth = Schemas['FeedHealth'];
export type ProblemsByOutcome = Schemas['ProblemsByOutcome'];
export type PushesByHour = Schemas['PushesByHour'];

export type PriceOrigin = Schemas['PriceOrigin'];
export type PriceStory = Schemas['PriceStory'];
export type HistoryEntry = Schemas['StoryEntry'];
export type HeldPrice = Schemas['HeldPrice'];
export type HoldReason = HeldPrice['reason'];
export type HeldPricesDecided = Schemas['HeldPricesDecided'];

export type JournalEntry = Schemas['JournalEntrySummary'];
export type WholeJournalEntry = Schemas['JournalEntryView'];
export type UndoAnswer = Schemas['UndoView'];

export type Mail = Schemas['NotificationView'];
export type MailWithText = Schemas['NotificationWithText'];

export type ImportResult = Schemas['ImportResult'];

export type Sandbox = Schemas['Sandbox'];
export type Conformance = Schemas['Conformance'];

export type Settings = Schemas['Settings'];
export type Property = Schemas['Property'];
export type PropertyTotals = Schemas['PropertyTotals'];
export type Properties = Schemas['PropertyPage'];
export type ListedAccessToken = Schemas['ListedAccessToken'];
export type RoomsLeftStory = Schemas['RoomsLeftStory'];
export type RestrictionStory = Schemas['RestrictionStory'];
export type RestrictionsOfDay = Schemas['RestrictionsOfDay'];
export type RoomHealth = Schemas['RoomHealth'];
export type JournalRecord = Schemas['JournalRecord'];
export type Closure = Schemas['Closure'];
export type Stay = Schemas['Stay'];
export type StayReason = Schemas['StayReasonView'];
