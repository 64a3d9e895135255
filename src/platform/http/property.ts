import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ApiProperty } from '@nestjs/swagger';

/** A class whose properties the plugin of @nestjs/swagger has described by their types and comments. */
interface Described {
  _OPENAPI_METADATA_FACTORY?: () => Record<string, ApiPropertyOptions>;
}

const inOrder = new WeakSet();

/** Documents what neither the type nor the comment of a property says. */
export function Property(options: ApiPropertyOptions): PropertyDecorator {
  return (target, key) => {
    // Otherwise, the properties with a decorator would come before all others.
    if (!inOrder.has(target)) keepOrder(target);
    ApiProperty(options)(target, key);
  };
}

function keepOrder(target: object): void {
  inOrder.add(target);
  const parent = Object.getPrototypeOf(target) as object;
  if (parent !== Object.prototype && !inOrder.has(parent)) keepOrder(parent);
  const { _OPENAPI_METADATA_FACTORY: describe } = target.constructor as Described;
  for (const [name, options] of Object.entries(describe?.() ?? {})) ApiProperty(options)(target, name);
}
