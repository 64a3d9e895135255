import { useEffect, useRef } from 'preact/hooks';
import { hrefOf, useRouter } from '../router';
import { useSession } from '../session';

const VIEWS = [
  ['', 'Feed health'],
  ['calendar', 'Calendar'],
  ['journal', 'Journal'],
  ['held-prices', 'Held prices'],
  ['rate-plans', 'Rate plans'],
  ['tokens', 'Tokens'],
  ['mails', 'Mails'],
] as const;

/** The navigation, and who is signed in. */
export function Header() {
  const { path } = useRouter();
  const { token, isAdmin, signOut } = useSession();
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the views are wider than it is.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <header class="header">
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <nav ref={nav} aria-label="Views">
        {VIEWS.map(([view, title]) => (
          <a key={view} href={hrefOf(view)} aria-current={path.split('/')[0] === view ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="who">
        <span class="who-name" title={token.name}>
          <bdi>{token.name}</bdi>
        </span>
        {!isAdmin && <span class="badge">read only</span>}
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </header>
  );
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
