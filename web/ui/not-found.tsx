import { hrefOf } from '../router';

/** For an address below which there is nothing. */
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
