import type { Type } from '@nestjs/common';
import { Property } from './property';
import { LimitField, NextCursor } from './fields';
import type { Page } from './page';

/**
 * Returns the base class of a query that selects a page of a list.
 * @param cursor validates a cursor of the list, and lets it be left out
 * @param maximum the maximum number of items on a page
 */
export function PageQuery(
  cursor: PropertyDecorator,
  maximum?: number,
): Type<{ limit: number; cursor?: string }> {
  class PageQueryDto {
    @LimitField(maximum) limit = 50;
    /** The `nextCursor` of the page before */
    @cursor cursor?: string;
  }
  return PageQueryDto;
}

/** Returns the base class of a page of a list. @param description says how the items are ordered */
export function PageOf<Item>(item: Type<Item>, description: string): Type<Page<Item>> {
  class ItemPage implements Page<Item> {
    @Property({ type: [item], description }) items!: Item[];
    @NextCursor() nextCursor!: string | null;
  }
  return ItemPage;
}
