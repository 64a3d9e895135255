import { availableParallelism } from 'node:os';
import { parseEnv } from 'node:util';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { findMisspeltSettings } from './misspelt-settings';
import { readText } from './read-text';
import { readSecretFiles } from './secret-files';

/**
 * The settings, under their names in the environment. This file is the only reader of `process.env`. A wrong setting
 * stops the start with a message that names it.
 */

/** The injection token of the validated settings. */
export const CONFIG = Symbol('CONFIG');

const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, as Europe/Berlin');
const port = z.coerce.number().int().min(0).max(65_535);
/** Kept as text to avoid rounding. */
const percent = (pattern: RegExp, says: string) => z.string().regex(pattern, `must be a percentage ${says}`);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A URL whose user, password and path can be decoded: the drivers decode them. */
const url = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error })
    .refine(isDecodable, 'has a % that is not followed by two hexadecimal digits: write % as %25');
const sender = z
  .string()
  .refine(isSender, 'must be an address, as hotel@example.com or Hotel <hotel@example.com>');

/** Every setting by name: how to parse its text, and its default. */
export const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: url(
    /^postgres(ql)?$/,
    'must be a URL, as postgresql://user:password@host:5432/name',
  ).optional(),
  DATABASE_URL_FILE: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  /** One connection per core keeps PostgreSQL busy. A second one covers the time that a push spends in the service. */
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(1000)
    .default(availableParallelism() * 2),
  DB_RETRY_BUDGET_SECONDS: z.coerce.number().min(0).max(300).default(25),
  /** A push or a changed rule locks and writes all derived plans in one transaction. */
  DERIVED_PLANS_MAX: z.coerce.number().int().min(1).default(200),
  RATE_PLANS_PER_ROOM_MAX: z.coerce.number().int().min(1).default(200),
  /** The settings PRICE_GUARD_* apply to plans without a guard of their own. */
  PRICE_GUARD_MAX_DECREASE_PERCENT: percent(
    /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/,
    'from 0 to 100, as 50',
  ).optional(),
  PRICE_GUARD_MAX_INCREASE_PERCENT: percent(/^\d{1,5}(\.\d{1,4})?$/, 'of at least 0, as 200').optional(),
  PLATFORM_NAME: z.string().default('the booking platform'),
  PLATFORM_TIME_ZONE: timeZone.default('UTC'),
  BOOTSTRAP_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  BOOTSTRAP_TOKEN_FILE: z.string().optional(),
  ROOM_EDIT_AUTHENTICATION: z.enum(['bearer', 'none']).default('bearer'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: url(/^smtps?$/, 'must be a URL, as smtp://user:password@host:port').optional(),
  SMTP_URL_FILE: z.string().optional(),
  MAIL_FROM: sender.default('channel-manager@example.com'),
  MAIL_PLATFORM_CONTACT: z.email().default('platform-contact@example.com'),
  MAIL_CHANNEL_MANAGER_SUPPORT: z.email().default('channel-manager-support@example.com'),
  MAIL_INTERNAL: z.email().default('internal@example.com'),
  MAIL_DIGEST_MINUTES: z.coerce.number().min(0).max(10_080).default(15),
  /** The limit for each trigger. */
  MAIL_MAXIMUM_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(60),
  MAIL_ON_RATE_PLAN_MISSING: flag.default(true),
  MAIL_ON_HELD: flag.default(true),
  MAIL_ON_REFUSED: flag.default(true),
  MAIL_ON_OVERBOOKED: flag.default(false),
  MAIL_SILENCE_HOURS: z.coerce.number().positive().max(8_760).optional(),
  /** A push that changes a price by more than this percentage counts as a large change. */
  LARGE_CHANGE_PERCENT: z.coerce.number().min(10).max(100_000).default(40),
  /** How long a call can be recognized as a repeat of a failed one; 0 switches that off. */
  LATE_ARRIVAL_SECONDS: z.coerce.number().min(0).max(600).default(30),
  /** Longer than the update window, so that every price of today or later has its complete history. */
  JOURNAL_RETENTION_DAYS: z.coerce.number().int().min(1).default(800),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().optional(),
  /** OpenTelemetry reads these settings itself. They are listed here because they decide whether it is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Settings = z.infer<typeof schema>;

/** The validated settings. Defaults that depend on other settings are filled in. */
export type Config = Readonly<Settings & { PUBLIC_URL: string; DEMO_DATA: boolean; METRICS_HOST: string }>;

/**
 * Reads the settings from the environment and, with lower precedence, from a `.env` file in the working directory. It
 * first warns on standard error about names that look like a misspelt setting, because the misspelling may also be why
 * the start fails.
 */
export function readConfig(): Config {
  loadEnvFile('.env');
  for (const { name, meant } of findMisspeltSettings(Object.keys(process.env), Object.keys(schema.shape))) {
    console.warn(`Warning: ${name} is not a setting and is ignored. Did you mean ${meant}?`);
  }
  return parseConfig(process.env);
}

/**
 * Validates settings given as text.
 * @throws Error that names every wrong setting, one on each line
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  // An empty value means "not set": compose files and shells write `NAME=` for it.
  const given = Object.entries(environment).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const parsed = schema.safeParse(readSecretFiles(Object.fromEntries(given)));
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ path: [name = ''], message }) =>
        `  ${String(name)}: ${message}${originOf(environment[String(name)])}`,
    );
    throw new Error(`Wrong settings:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  return {
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    DEMO_DATA: settings.DEMO_DATA ?? settings.DATABASE_URL === undefined,
    METRICS_HOST: settings.METRICS_HOST ?? settings.HOST,
  };
}

/** `process.loadEnvFile` would take a byte order mark as a part of the first name. */
function loadEnvFile(path: string): void {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new Error(`Wrong settings:\n  ${(error as Error).message}`, { cause: error });
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}

/** Kubernetes adds the address of a Service `port` as `PORT_PORT`, and of a Service `metrics` as `METRICS_PORT`. */
function originOf(value: string | undefined): string {
  if (!value || !/^(tcp|udp|sctp):\/\//.test(value)) return '';
  return `; Kubernetes sets it to ${value} for a Service of that name: set enableServiceLinks: false in the pod`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURI(text);
    return true;
  } catch {
    return false;
  }
}

function isSender(text: string): boolean {
  const [first, ...more] = addressparser(text);
  return first?.address !== undefined && more.length === 0 && z.email().safeParse(first.address).success;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
