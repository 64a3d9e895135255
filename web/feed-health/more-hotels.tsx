import type { Attention } from '../attention';
import { hiddenInWords } from './hidden-hotels';

/** The number of hotels that are not listed, and the way to them. */
export function MoreHotels({
  attention: { hotels, totals },
  onMore,
}: {
  attention: Attention;
  onMore: (() => void) | undefined;
}) {
  return (
    <p>
      {hiddenInWords(hotels, totals)}{' '}
      {onMore ? (
        <button type="button" onClick={onMore}>
          Show more
        </button>
      ) : (
        'Choose a hotel at the top of the page to see it.'
      )}
    </p>
  );
}
