import { placeText } from '../names';
import { useNames } from '../use-names';

/** The names of a room or of a plan: "Hotel · Room · Plan", with the ids in grey. */
export function Place({
  roomId,
  ratePlanId = null,
  withIds = true,
}: {
  roomId: string | null;
  ratePlanId?: string | null;
  withIds?: boolean;
}) {
  const named = useNames([roomId]);
  if (roomId === null && ratePlanId === null) return <>–</>;
  const of = roomId === null ? null : named(roomId);
  const ids = [roomId, ratePlanId].filter((id) => id !== null).join(' · ');
  return (
    <span class="place">
      <bdi>{of === undefined ? '…' : placeText(of, roomId, ratePlanId)}</bdi>
      {withIds && of !== null && <span class="ids"> {ids}</span>}
    </span>
  );
}
