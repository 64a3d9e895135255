import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api';
import type { AccessToken, Settings } from './api-types';
import type { Names } from './names';

/** Who is signed in: what may be called, and with what rights. */
export interface Session {
  api: Api;
  token: AccessToken;
  /** The platform's time zone, and when a room counts as silent. */
  settings: Settings;
  /** What ids are called. */
  names: Names;
  /** Whether the token may change things; what it may not do is not offered. */
  isAdmin: boolean;
  signOut: () => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside of a session');
  return session;
}

export function useApi(): Api {
  return useSession().api;
}

const KEY = 'accessToken';

/** For this tab alone, and until it is closed. */
export const storedToken = {
  read: (): string | null => sessionStorage.getItem(KEY),
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  drop: (): void => sessionStorage.removeItem(KEY),
};
