import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api';
import type { AccessToken, Settings } from './api-types';
import type { Names } from './names';

/** The session of the signed-in person: the API, and the rights of the token. */
export interface Session {
  api: Api;
  token: AccessToken;
  /** The settings of the service, such as the time zone and the time after which a room counts as silent. */
  settings: Settings;
  /** The names of rooms and plans by their ids. */
  names: Names;
  /** Whether the token may change things. The page offers only allowed actions. */
  isAdmin: boolean;
  /** Whether the token may decide on held prices and undo. */
  canDecide: boolean;
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

/** The access token of this tab, stored until the tab is closed. */
export const storedToken = {
  read: (): string | null => sessionStorage.getItem(KEY),
  write: (token: string): void => sessionStorage.setItem(KEY, token),
  drop: (): void => sessionStorage.removeItem(KEY),
};
