import { useEffect, useRef, useState } from 'preact/hooks';
import { addDays, addMonths, daysBetween } from '../dates';
import { formatCount, formatDay, formatMonthName, formatPrice } from '../format';
import { hrefOf, useHotel, useRouter } from '../router';
import type { Progress } from '../progress-stream';
import { useApi } from '../session';
import { ProgressBar } from '../ui/progress-bar';
import { Empty, Failure } from '../ui/status';
import { today } from '../zone';
import type { Mark, NightRow, NightSummary } from './nights';
import { addNights, MARKS, summaryOf } from './nights';
import { paint } from './paint';
import { readNights } from './read';

const MARK_WORDS: Record<Mark, string> = {
  noRecord: 'no record',
  notSet: 'not set',
  held: 'held',
  noRooms: 'no rooms left or closed',
};
const LEVEL_WORDS = [
  'less than a fifth of the median of its plan',
  'less than half',
  'lower',
  'near the median',
  'higher',
  'double or more',
  'five times or more',
];

/** All nights of a hotel that a push can update, as one picture: a row for each room and plan, a column for each night. */
export function TwoYearsPage() {
  const hotel = useHotel();
  return (
    <>
      <div class="page-head">
        <h1>Two years at a glance</h1>
        <a class="button" href={hrefOf('calendar')}>
          Calendar
        </a>
      </div>
      {hotel === undefined ? (
        <Empty>Choose a hotel above. The picture shows all its nights.</Empty>
      ) : (
        <Hotel key={hotel} hotel={hotel} />
      )}
    </>
  );
}

function Hotel({ hotel }: { hotel: string }) {
  const api = useApi();
  const [round, setRound] = useState(0);
  const [from] = useState(() => addDays(today(), -1));
  const [to] = useState(() => addMonths(today(), 24));
  const [state, setState] = useState<{ rows: NightRow[]; progress?: Progress; error?: Error }>({ rows: [] });
  useEffect(() => {
    const abort = new AbortController();
    const rows = new Map<string, NightRow>();
    readNights(
      api,
      { hotel, from, to },
      (part, progress) => {
        addNights(rows, part, from);
        setState({ rows: [...rows.values()], progress });
      },
      abort.signal,
    ).catch((error: unknown) => {
      if (!abort.signal.aborted) setState((before) => ({ ...before, error: error as Error }));
    });
    return () => abort.abort();
  }, [api, hotel, from, to, round]);
  const { rows, progress, error } = state;
  const isWhole = progress !== undefined && progress.done === progress.total;
  const nights = daysBetween(from, to) + 1;
  return (
    <>
      {error && <Failure error={error} retry={() => setRound(round + 1)} />}
      {!isWhole && !error && (
        <p class="progress">
          <ProgressBar progress={progress} label="Reading the calendar" unit="parts" />
        </p>
      )}
      {isWhole && rows.length === 0 && <Empty>This hotel has no rooms.</Empty>}
      {rows.length > 0 && (
        <>
          <Legend />
          <div class="card nights" role="region" aria-label="Picture of all nights" tabIndex={0}>
            <Months from={from} nights={nights} />
            {roomsOf(rows).map((ofRoom) => (
              <RoomNights key={ofRoom[0]?.row} rows={ofRoom} from={from} nights={nights} />
            ))}
          </div>
        </>
      )}
      {isWhole && rows.length > 0 && <Numbers rows={rows} from={from} />}
    </>
  );
}

function Legend() {
  return (
    <ul class="swatches small" aria-label="Colours">
      {LEVEL_WORDS.map((words, level) => (
        <li key={words}>
          <span class={`swatch level-${level}`} /> {words}
        </li>
      ))}
      {MARKS.map((mark) => (
        <li key={mark}>
          <span class={`swatch mark-${mark}`} /> {MARK_WORDS[mark]}
        </li>
      ))}
    </ul>
  );
}

function Months({ from, nights }: { from: string; nights: number }) {
  const firsts = Array.from({ length: 24 }, (_, month) => addMonths(`${from.slice(0, 7)}-01`, month + 1));
  return (
    <div class="nights-row" aria-hidden="true">
      <span class="nights-names" />
      <span class="nights-months">
        {firsts.map((first) => (
          <span key={first} style={{ left: `${(100 * daysBetween(from, first)) / nights}%` }}>
            {first.slice(5, 7) === '01' ? first.slice(0, 4) : formatMonthName(first)}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The rows of a room. A press on a night opens it in the calendar. */
function RoomNights({ rows, from, nights }: { rows: NightRow[]; from: string; nights: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { go } = useRouter();
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const draw = () => canvas.current && paint(canvas.current, rows, nights);
    draw();
    dark.addEventListener('change', draw);
    return () => dark.removeEventListener('change', draw);
  }, [rows, nights]);
  const nightAt = ({ offsetX, offsetY }: MouseEvent) => {
    const { clientWidth = 1, clientHeight = 1 } = canvas.current ?? {};
    const row = rows[Math.floor((offsetY / clientHeight) * rows.length)];
    const place = Math.floor((offsetX / clientWidth) * nights);
    return row && place >= 0 && place < nights ? { row, place } : undefined;
  };
  return (
    <div class="nights-row">
      <div class="nights-names">
        {rows.map(({ row, name, isRoom }) => (
          <bdi key={row} class={isRoom ? 'strong' : 'plan-name'} title={name}>
            {name}
          </bdi>
        ))}
      </div>
      <canvas
        ref={canvas}
        class="nights-picture"
        style={{ '--rows': String(rows.length) }}
        role="img"
        aria-label={`The nights of ${rows[0]?.name}; the table has their numbers`}
        onPointerMove={(event) => {
          const night = nightAt(event);
          event.currentTarget.title = night ? nightInWords(night.row, night.place, from) : '';
        }}
        onClick={(event) => {
          const night = nightAt(event);
          if (night) go(nightHref(night.row.row, addDays(from, night.place)));
        }}
      />
    </div>
  );
}

/** The picture in numbers, each with a link to its first night. */
function Numbers({ rows, from }: { rows: NightRow[]; from: string }) {
  return (
    <section class="card">
      <h2>The picture in numbers</h2>
      <div class="table-scroll" role="region" aria-label="The picture in numbers" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Room and plan</th>
              <th scope="col">Lowest</th>
              <th scope="col">Median</th>
              <th scope="col">Highest</th>
              {MARKS.map((mark) => (
                <th key={mark} scope="col">
                  Nights {MARK_WORDS[mark]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <NumbersOfRow key={row.row} row={row} summary={summaryOf(row)} from={from} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function NumbersOfRow({ row, summary, from }: { row: NightRow; summary: NightSummary; from: string }) {
  const { lowest, median, highest, marked } = summary;
  const link = (place: number | undefined, words: string) =>
    place === undefined ? '–' : <a href={nightHref(row.row, addDays(from, place))}>{words}</a>;
  return (
    <tr>
      <th scope="row">
        <bdi>{row.isRoom ? row.name : `${row.roomName} · ${row.name}`}</bdi>
      </th>
      <td>{link(lowest, valueInWords(row, lowest))}</td>
      <td>{median === undefined ? '–' : row.isRoom ? formatCount(median) : formatPrice(String(median))}</td>
      <td>{link(highest, valueInWords(row, highest))}</td>
      {MARKS.map((mark) => (
        <td key={mark}>{link(marked[mark][0], formatCount(marked[mark].length))}</td>
      ))}
    </tr>
  );
}

function roomsOf(rows: NightRow[]): NightRow[][] {
  const rooms: NightRow[][] = [];
  for (const row of rows) {
    if (row.isRoom) rooms.push([row]);
    else rooms.at(-1)?.push(row);
  }
  return rooms;
}

function valueInWords({ nights, isRoom }: NightRow, place: number | undefined): string {
  const night = place === undefined ? undefined : nights[place];
  if (typeof night !== 'number') return night === undefined ? 'not read yet' : MARK_WORDS[night];
  return isRoom ? `${formatCount(night)} left` : formatPrice(String(night));
}

function nightInWords(row: NightRow, place: number, from: string): string {
  return `${row.name}, ${formatDay(addDays(from, place))}: ${valueInWords(row, place)}`;
}

/** The month of the calendar that begins with a night, with the night open. */
function nightHref(row: string, date: string): string {
  return hrefOf('calendar', { from: date, cell: `${row},${date}`, derived: '1' });
}
