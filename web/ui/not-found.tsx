import { hrefOf } from '../router';

/** The view for an unknown address. */
export function NotFound() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <a href={hrefOf('')}>Go to the feed health</a>
      </p>
    </>
  );
}
