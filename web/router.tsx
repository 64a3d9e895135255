import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { normalName } from '../src/platform/text/name';
import { keepInView } from './keep-in-view';

/** The path of the service: `/`, or the path below which a proxy serves it. */
export const BASE = new URL('..', import.meta.url).pathname;

/** Changes of the query. An undefined or empty value removes the parameter. */
export type QueryChanges = Record<string, string | number | undefined | null>;

/** The present address of the page, and a function that changes it. */
interface Router {
  /** The path below BASE, for example `calendar`. */
  path: string;
  query: URLSearchParams;
  go: (href: string, options?: { replace?: boolean }) => void;
}

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('useRouter is used outside of RouterProvider');
  return router;
}

/** The address of a view of this page. The chosen hotel stays chosen, unless the query names another one or none. */
export function hrefOf(path: string, query: QueryChanges = {}): string {
  const hotel = new URLSearchParams(location.search).get('hotel');
  return withQuery(BASE + path, new URLSearchParams(), { hotel, ...query });
}

/** The name of the hotel that all views show; undefined for all hotels. */
export function useHotel(): string | undefined {
  return normalName(useRouter().query.get('hotel') ?? '') || undefined;
}

/** Returns the query of the address as state, with a function that changes a part of it. */
export function useQueryState(): [URLSearchParams, (changes: QueryChanges, replace?: boolean) => void] {
  const { path, query, go } = useRouter();
  const change = useCallback(
    (changes: QueryChanges, replace = false) => go(withQuery(BASE + path, query, changes), { replace }),
    [path, query, go],
  );
  return [query, change];
}

function withQuery(path: string, query: URLSearchParams, changes: QueryChanges): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  // A query may contain commas and colons, which are easier to read unescaped.
  const search = changed.toString().replace(/%2C/g, ',').replace(/%3A/g, ':');
  return search ? `${path}?${search}` : path;
}

/** Handles the links of the page, and Back and Forward of the browser, without a page load. */
export function RouterProvider({ children }: { children: ComponentChildren }) {
  const [href, setHref] = useState(location.href);
  const go = useCallback((target: string, { replace = false } = {}) => {
    const isSame = new URL(target, location.href).href === location.href;
    if (replace || isSame) history.replaceState(null, '', target);
    else history.pushState(null, '', target);
    setHref(location.href);
  }, []);
  useEffect(() => {
    const onPop = () => setHref(location.href);
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isOwn(link, event)) return;
      event.preventDefault();
      go(link.href);
      scrollTo(0, 0);
      showPart();
    };
    showPart();
    addEventListener('popstate', onPop);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', onPop);
      document.removeEventListener('click', onClick);
    };
  }, [go]);
  const router = useMemo(() => {
    const { pathname, searchParams } = new URL(href);
    return { path: pathname.slice(BASE.length), query: searchParams, go };
  }, [href, go]);
  return <RouterContext.Provider value={router}>{children}</RouterContext.Provider>;
}

/** Shows the part of the page that the address names. */
function showPart(): void {
  if (location.hash) keepInView(location.hash.slice(1));
}

/** Whether an event is a plain click on a link to another view. The browser handles all other clicks. */
function isOwn(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  const path = link.pathname;
  return (
    path.startsWith(BASE) && !path.startsWith(`${BASE}docs`) && !link.getAttribute('href')?.startsWith('#')
  );
}
