import type { FunctionComponent } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Api } from './api';
import type { AccessToken, Settings } from './api-types';
import { CalendarPage } from './calendar/calendar-page';
import { FeedHealthPage } from './feed-health/feed-health-page';
import { HeldPricesPage } from './held-prices/held-prices-page';
import { EntryPage } from './journal/entry-page';
import { JournalPage } from './journal/journal-page';
import { RunningUndos } from './journal/running-undos';
import { MailsPage } from './mails/mails-page';
import { Names } from './names';
import { RatePlansPage } from './rate-plans/rate-plans-page';
import { useRouter } from './router';
import type { Session } from './session';
import { RunningWork } from './running-work';
import { SessionContext, storedToken } from './session';
import { SignIn } from './sign-in';
import { SandboxesPage } from './sandboxes/sandboxes-page';
import { StaysPage } from './stays/stays-page';
import { TokensPage } from './tokens/tokens-page';
import { TwoYearsPage } from './two-years/two-years-page';
import { AttentionProvider } from './attention';
import { keepFocus } from './ui/focus';
import { Header } from './ui/header';
import { Jump, useShortcuts } from './ui/jump';
import { NotFound } from './ui/not-found';
import { setTimeZone } from './zone';

const PAGES: Record<string, { title: string; Page: FunctionComponent }> = {
  '': { title: 'Feed health', Page: FeedHealthPage },
  calendar: { title: 'Calendar', Page: CalendarPage },
  'two-years': { title: 'Two years at a glance', Page: TwoYearsPage },
  journal: { title: 'Journal', Page: JournalPage },
  'held-prices': { title: 'Held prices', Page: HeldPricesPage },
  'rate-plans': { title: 'Rate plans', Page: RatePlansPage },
  stays: { title: 'Can it be booked?', Page: StaysPage },
  tokens: { title: 'Tokens', Page: TokensPage },
  sandboxes: { title: 'Sandboxes', Page: SandboxesPage },
  mails: { title: 'Mails', Page: MailsPage },
};
const ENTRY = /^journal\/([^/]+)$/;

/** The whole page: the sign-in, or the navigation and the view that the address names. */
export function App() {
  const { path } = useRouter();
  const [signedIn, setSignedIn] = useState<{ value: string; token: AccessToken; settings: Settings }>();
  const [notice, setNotice] = useState<string>();

  const signOut = useCallback((message?: string) => {
    storedToken.drop();
    setSignedIn(undefined);
    setNotice(message);
  }, []);
  const session = useMemo<Session | undefined>(() => {
    if (!signedIn) return undefined;
    const { value, token, settings } = signedIn;
    const api = new Api(value, () =>
      signOut('The access token is no longer valid. Sign in with another one.'),
    );
    const names = new Names(api);
    const isAdmin = token.scopes.includes('admin');
    const canDecide = isAdmin || token.scopes.includes('decide');
    return { api, token, settings, names, isAdmin, canDecide, signOut: () => signOut() };
  }, [signedIn, signOut]);

  const requestId = ENTRY.exec(path)?.[1];
  const page = PAGES[path];
  const title = requestId ? 'Journal entry' : (page?.title ?? 'Not found');
  useEffect(() => {
    document.title = `${session ? title : 'Sign in'} · Channel manager intake`;
  }, [title, session]);

  if (!session)
    return (
      <SignIn
        notice={notice}
        onSignedIn={(value, token, settings) => {
          setTimeZone(settings.timeZone);
          setSignedIn({ value, token, settings });
        }}
      />
    );
  return (
    <SessionContext.Provider value={session}>
      <AttentionProvider>
        <SignedIn requestId={requestId} />
      </AttentionProvider>
    </SessionContext.Provider>
  );
}

function SignedIn({ requestId }: { requestId: string | undefined }) {
  const { path } = useRouter();
  const [isJumping, setJumping] = useShortcuts();
  const page = PAGES[path];
  const shown = useRef(path);
  // The link that led to this view is gone, unless it is in the header.
  useEffect(() => {
    if (shown.current !== path) keepFocus();
    shown.current = path;
  }, [path]);
  return (
    <>
      <Header onJump={() => setJumping(true)} />
      <main id="main" class={path === 'calendar' ? 'main-wide' : 'main'} tabIndex={-1}>
        <RunningUndos />
        <RunningWork />
        {requestId ? (
          <EntryPage key={requestId} requestId={requestId} />
        ) : page ? (
          <page.Page />
        ) : (
          <NotFound />
        )}
      </main>
      {isJumping && <Jump onClose={() => setJumping(false)} />}
    </>
  );
}
