import type { RoomsLeftStory } from '../../../src/administration/price-story/rooms-left.dto';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { DATE, Undoing } from '../../support/undo';

describe('the story of rooms left', () => {
  let service: TestService;
  let past: Past;
  let undoing: Undoing;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
    undoing = new Undoing(service);
  });
  afterAll(() => service.stop());

  const story = async (room: string, query = '') =>
    (await service.admin<RoomsLeftStory>('GET', `/rooms/${room}/roomsLeft/${DATE}${query}`)).body;

  it('The story of rooms left says who set which number, the newest first, without calls that changed nothing', async () => {
    const room = await past.room();
    await undoing.rooms(room, 5);
    const sold = await undoing.rooms(room, 0);
    await undoing.rooms(room, 0);
    await undoing.undo(sold);
    const { history, nextCursor } = await story(room);
    expect(history.map(({ operation, token, totalRooms }) => [operation, token, totalRooms])).toEqual([
      ['undo', 'test', 5],
      ['updateCalendarInventory', 'test', 0],
      ['updateCalendarInventory', 'test', 5],
    ]);
    expect(nextCursor).toBeNull();
  });

  it('The story of rooms left says who closed and who opened the date', async () => {
    const room = await past.room();
    const close = (blackoutStatus: boolean) =>
      service.post(`/updateCalendarBlackout?roomId=${room}`, [{ date: DATE, blackoutStatus }]);
    await close(false);
    await undoing.rooms(room, 5);
    for (const closed of [true, true, false]) await close(closed);
    const { history } = await story(room);
    expect(history.map(({ operation, totalRooms, closed }) => [operation, totalRooms, closed])).toEqual([
      ['updateCalendarBlackout', 5, false],
      ['updateCalendarBlackout', 5, true],
      ['updateCalendarInventory', 5, false],
      ['updateCalendarBlackout', 0, false],
    ]);
  });

  it('The story of rooms left comes in pages', async () => {
    const room = await past.room();
    for (const rooms of [1, 2, 3]) await undoing.rooms(room, rooms);
    const first = await story(room, '?limit=2');
    const second = await story(room, `?limit=2&cursor=${first.nextCursor}`);
    const seen = [...first.history, ...second.history].map(({ totalRooms }) => totalRooms);
    expect([seen, second.nextCursor]).toEqual([[3, 2, 1], null]);
  });

  it('A room that does not exist has no story', async () => {
    expect((await service.admin('GET', `/rooms/999999/roomsLeft/${DATE}`)).status).toBe(404);
  });
});
