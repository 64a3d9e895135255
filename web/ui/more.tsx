import { useEffect, useRef } from 'preact/hooks';

/** The end of a list. It loads more items when it comes into view or is pressed. */
export function More({ onMore, isLoading }: { onMore: () => void; isLoading: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(),
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [onMore, isLoading]);
  return (
    <div class="more" ref={element}>
      <button type="button" onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading …' : 'Load more'}
      </button>
    </div>
  );
}
