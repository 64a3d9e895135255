import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that the caller probably meant, for a call without a matching route. */
    nearest?: NearestPath;
  }
}

/** A path of the service, for example `/admin/rooms/{roomId}`. */
export interface NearestPath {
  path: string;
  methods: string[];
  /** Whether the call used exactly this path. False if it differs by case or slashes. */
  isExact: boolean;
}

/** Finds the nearest known path for each call without a matching route. Call this before the routes are added. */
export function recognizePaths(server: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) request.nearest = findNearest(methodsOf, request.url.split('?')[0] ?? '');
    done();
  });
}

function findNearest(methodsOf: Map<string, Set<string>>, path: string): NearestPath | undefined {
  const patterns = [...methodsOf.keys()];
  const exact = patterns.find((pattern) => isMatch(pattern.split('/'), path.split('/')));
  const nearest = exact ?? patterns.find((pattern) => isMatch(loosely(pattern), loosely(path)));
  if (nearest === undefined) return undefined;
  return {
    path: nearest.replace(/:(\w+)/g, '{$1}'),
    methods: [...(methodsOf.get(nearest) ?? [])].sort(),
    isExact: nearest === exact,
  };
}

function loosely(path: string): string[] {
  return path.toLowerCase().split('/').filter(Boolean);
}

function isMatch(pattern: string[], path: string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) =>
      segment.startsWith(':') ? path[index] !== '' : segment === path[index],
    )
  );
}
