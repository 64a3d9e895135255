import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Access } from '../../src/platform/auth/scopes.decorator';
import { ACCESS } from '../../src/platform/auth/scopes.decorator';

/** A route, such as `GET /admin/rooms/:roomId`, with its declared scopes. */
export interface Route {
  route: string;
  access: Access | undefined;
}

/** Every route of the controllers. */
export function routesOf(app: NestFastifyApplication): Route[] {
  const reflector = new Reflector();
  const scanner = new MetadataScanner();
  const controllers = new DiscoveryService(app.get(ModulesContainer)).getControllers();
  return controllers.flatMap(({ metatype, instance }) =>
    scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const handler = (instance as Record<string, object>)[name] as () => void;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const parts: (string | string[])[] = [metatype!, handler].map(
        (on) => Reflect.getMetadata(PATH_METADATA, on) as string | string[],
      );
      const paths = parts.reduce<string[]>(
        (all, part) => all.flatMap((one) => [part].flat().map((more) => `${one}/${more}`)),
        [''],
      );
      const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, [
        handler,
        metatype as () => void,
      ]);
      return paths.map((path) => ({
        route: `${RequestMethod[method]} ${path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')}`,
        access,
      }));
    }),
  );
}
