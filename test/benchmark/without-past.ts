import './without-journal';
import { StateRepository } from '../../src/history/state.repository';
import { TimelineService } from '../../src/history/timeline.service';
import { RateRoomAvailabilityRepository } from '../../src/pricing/rate-room-availability.repository';

/**
 * Loaded into the service before it starts (`node --require`), takes all that is stored of the past out of a push: the
 * journal's entry, the states, and the moment that both have in common.
 */
TimelineService.prototype.next = (_manager, _roomIds, entryId) =>
  Promise.resolve({ at: '2026-01-01T00:00:00Z', entryId });
StateRepository.prototype.recordPrices = () => Promise.resolve();
const prices = new RateRoomAvailabilityRepository();
const withStates = prices.updateChanged.bind(prices);
RateRoomAvailabilityRepository.prototype.updateChanged = (
  ...[manager, roomId, grid, pushedId, moment, , ids]
) => withStates(manager, roomId, grid, pushedId, moment, false, ids);
const allWithStates = prices.updateAll.bind(prices);
RateRoomAvailabilityRepository.prototype.updateAll = (manager, roomId, grid, ids, moment) =>
  allWithStates(manager, roomId, grid, ids, moment, false);
