import { DIGEST_LENGTH } from './digest';
import { PatternField } from './fields';
import { conflict } from './problem';

/** An example of a `preview`, for the API file. */
export const PREVIEW_EXAMPLE = 'q0Zc1d5S8mP3vX7tY2bKaw';

/** The preview that the caller has seen: the `preview` of a dry run. */
export function SeenPreviewField(): PropertyDecorator {
  return PatternField(new RegExp(`^[\\w-]{${DIGEST_LENGTH}}$`), 'the `preview` of a dry run', {
    required: false,
    description:
      'The `preview` of a dry run: nothing is done if the changes would no longer be those that it showed',
  });
}

/** @throws ProblemException 409 if the caller has seen other changes than those that are about to be done */
export function assertSeen(seen: string | undefined, preview: string): void {
  if (seen === undefined || seen === preview) return;
  throw conflict(
    'Nothing was changed: since the preview, others have changed what this call would change. Make a new preview.',
  );
}
