import { useEffect, useRef } from 'preact/hooks';
import { useAttention } from '../attention';
import { formatCount } from '../format';
import { BASE, hrefOf, useHotel, useQueryState, useRouter } from '../router';
import { hotelSearch } from '../search';
import { useSession } from '../session';
import { Picker } from './picker';

const VIEWS = [
  ['', 'Feed health'],
  ['calendar', 'Calendar'],
  ['stays', 'Bookable?'],
  ['journal', 'Journal'],
  ['held-prices', 'Held prices'],
  ['rate-plans', 'Rate plans'],
  ['tokens', 'Tokens'],
  ['sandboxes', 'Sandboxes'],
  ['mails', 'Mails'],
] as const;
const PLACES = new Set<string>([
  '',
  'calendar',
  'two-years',
  'stays',
  'journal',
  'held-prices',
  'rate-plans',
  'mails',
]);

/** The navigation with the number of open items in each view, the chosen hotel, and the name of the token. */
export function Header({ onJump }: { onJump: () => void }) {
  const { path } = useRouter();
  const { token, settings, canDecide, signOut } = useSession();
  const nav = useRef<HTMLElement>(null);
  const waiting = useWaiting();
  // On a narrow screen, the navigation is wider than the screen and scrolls. The numbers of open items widen it.
  const counts = Object.values(waiting).join();
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, counts]);
  return (
    <header class="header">
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <nav ref={nav} aria-label="Views">
        {VIEWS.map(([view, title]) => (
          <a key={view} href={hrefOf(view)} aria-current={path.split('/')[0] === view ? 'page' : undefined}>
            {title}
            {waiting[view] ? (
              <>
                {' '}
                <span class="count">{formatCount(waiting[view])}</span>
              </>
            ) : null}
          </a>
        ))}
      </nav>
      <div class="who">
        <HotelPicker isNarrowing={PLACES.has(path.split('/')[0] ?? '')} />
        <button
          type="button"
          class="quiet jump"
          aria-label="Ctrl K: jump to a hotel, room or plan"
          onClick={onJump}
        >
          <span aria-hidden="true">⌕</span> <kbd>Ctrl K</kbd>
        </button>
        <span class="who-name" title={`${token.name}. All times are those of ${settings.timeZone}.`}>
          <bdi>{token.name}</bdi>
          <span class="small block">{settings.timeZone} time</span>
        </span>
        {!canDecide && <span class="badge">read only</span>}
        <a class="small" href={`${BASE}docs`}>
          API
        </a>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </header>
  );
}

function HotelPicker({ isNarrowing }: { isNarrowing: boolean }) {
  const { api } = useSession();
  const hotel = useHotel();
  const [, change] = useQueryState();
  if (!isNarrowing) return null;
  return (
    <Picker
      label="Hotel"
      hidesLabel
      text={hotel ?? ''}
      placeholder="All hotels"
      load={hotelSearch(api)}
      onPick={(name) => change({ hotel: name, roomId: undefined, ratePlanId: undefined, cell: undefined })}
    />
  );
}

/** The number of open items in a view. */
function useWaiting(): Record<string, number> {
  const { data } = useAttention();
  if (!data) return {};
  return {
    'held-prices': data.totals.heldPrices,
    mails: data.totals.failedMails + data.totals.delayedMails + data.totals.unconfirmedMails,
    '': data.totals.silentProperties,
  };
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
