// Generated from docs/openapi.json by web/generate-types.mjs.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ProblemField: {
            pointer: string;
            message: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            errors: components["schemas"]["ProblemField"][];
            requestId: string;
        };
        JournalEntrySummary: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "deleteRatePlan" | "createAccessToken" | "revokeAccessToken" | "releaseHeldPrices" | "discardHeldPrices" | "undo";
            roomId: string | null;
            ratePlanId: string | null;
            token: string | null;
            tokenId: string | null;
            traceparent: string | null;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
            received: number;
            applied: number;
            unchanged: number;
            skipped: number;
            held: number;
            late: number;
            durationMs: number;
            changes: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            } | null;
            problem: string | null;
            repeatOf: string | null;
            undoes: string[] | null;
        };
        JournalPage: {
            items: components["schemas"]["JournalEntrySummary"][];
            nextCursor: string | null;
        };
        JournalRecord: {
            date: string;
            value: string | null;
            ratePlanId?: string | null;
            /** @enum {string} */
            verdict: "applied" | "unchanged" | "skipped" | "held" | "late" | "superseded";
            overbooked: boolean;
        };
        JournalEntryView: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "deleteRatePlan" | "createAccessToken" | "revokeAccessToken" | "releaseHeldPrices" | "discardHeldPrices" | "undo";
            roomId: string | null;
            ratePlanId: string | null;
            token: string | null;
            tokenId: string | null;
            traceparent: string | null;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
            received: number;
            applied: number;
            unchanged: number;
            skipped: number;
            held: number;
            late: number;
            durationMs: number;
            changes: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            } | null;
            problem: string | null;
            repeatOf: string | null;
            undoes: string[] | null;
            records: components["schemas"]["JournalRecord"][];
            body: string | null;
        };
        NewAccessToken: {
            name: string;
            scopes: ("push" | "read" | "metrics" | "admin")[];
            propertyNames?: string[] | null;
            expiresAt?: string | null;
        };
        CreatedAccessToken: {
            id: string;
            name: string;
            scopes: ("push" | "read" | "metrics" | "admin")[];
            propertyNames: string[] | null;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            token: string;
        };
        AccessToken: {
            id: string;
            name: string;
            scopes: ("push" | "read" | "metrics" | "admin")[];
            propertyNames: string[] | null;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        AccessTokenPage: {
            items: components["schemas"]["AccessToken"][];
            nextCursor: string | null;
        };
        NotificationView: {
            id: string;
            /** @enum {string} */
            trigger: "emptyInventoryList" | "inventoryRoomMissing" | "emptyPriceList" | "priceRoomMissing" | "ratePlanMissing" | "refused" | "pricesHeld" | "overbooked" | "roomSilent";
            /** @enum {string} */
            state: "queued" | "logged" | "sent" | "failed";
            to: string;
            roomId: string | null;
            ratePlanId: string | null;
            propertyName: string | null;
            detail: string | null;
            occurrences: number;
            firstAt: string;
            lastAt: string;
            isSummary: boolean;
            requestIds: string[];
            attempts: number;
            nextAttemptAt: string | null;
            lastError: string | null;
            sentAt: string | null;
        };
        NotificationPage: {
            items: components["schemas"]["NotificationView"][];
            nextCursor: string | null;
        };
        NotificationWithText: {
            id: string;
            /** @enum {string} */
            trigger: "emptyInventoryList" | "inventoryRoomMissing" | "emptyPriceList" | "priceRoomMissing" | "ratePlanMissing" | "refused" | "pricesHeld" | "overbooked" | "roomSilent";
            /** @enum {string} */
            state: "queued" | "logged" | "sent" | "failed";
            to: string;
            roomId: string | null;
            ratePlanId: string | null;
            propertyName: string | null;
            detail: string | null;
            occurrences: number;
            firstAt: string;
            lastAt: string;
            isSummary: boolean;
            requestIds: string[];
            attempts: number;
            nextAttemptAt: string | null;
            lastError: string | null;
            sentAt: string | null;
            subject: string;
            text: string;
        };
        SendRoomAllbookers: {
            id: string | number;
            qty?: number | null;
            maxGuests?: number | null;
            maxAdults?: number | null;
            maxChildren?: number | null;
        };
        NewRoom: {
            id?: string;
            name: string;
            propertyName?: string | null;
            totalRooms?: number | null;
            maximumGuests?: number | null;
            adults?: number | null;
            children?: number | null;
        };
        RatePlanOfRoom: {
            id: string;
            roomId: string;
            name: string;
            currency: string;
            derivation: components["schemas"]["Derivation"] | null;
            guard: components["schemas"]["PriceGuard"] | null;
        };
        Room: {
            id: string;
            name: string;
            propertyName: string | null;
            totalRooms: number | null;
            maximumGuests: number | null;
            adults: number | null;
            children: number | null;
            ratePlans: components["schemas"]["RatePlanOfRoom"][];
        };
        RoomPage: {
            items: components["schemas"]["Room"][];
            nextCursor: string | null;
        };
        RoomChanges: {
            name?: string;
            propertyName?: string | null;
            totalRooms?: number | null;
            maximumGuests?: number | null;
            adults?: number | null;
            children?: number | null;
        };
        PriceData: {
            date: string;
            price: number | string;
            propertyName?: string | null;
        };
        NewDerivationStep: {
            percent?: string | number;
            amount?: string | number;
        };
        NewRounding: {
            /** @enum {string} */
            mode: "halfUp" | "halfEven" | "up" | "down";
            increment: string | number;
        };
        NewDerivation: {
            from: string;
            steps: components["schemas"]["NewDerivationStep"][];
            rounding?: components["schemas"]["NewRounding"];
            minimum?: string | number | null;
            maximum?: string | number | null;
        };
        NewPriceGuard: {
            minimum?: string | number | null;
            maximum?: string | number | null;
            maxDecreasePercent?: string | number | null;
            maxIncreasePercent?: string | number | null;
        };
        NewRatePlan: {
            id?: string;
            name: string;
            currency?: string;
            derivation?: components["schemas"]["NewDerivation"] | null;
            guard?: components["schemas"]["NewPriceGuard"] | null;
        };
        DerivationStep: {
            percent?: string;
            amount?: string;
        };
        Rounding: {
            /** @enum {string} */
            mode: "halfUp" | "halfEven" | "up" | "down";
            increment: string;
        };
        Derivation: {
            from: string;
            steps: components["schemas"]["DerivationStep"][];
            rounding: components["schemas"]["Rounding"];
            minimum: string | null;
            maximum: string | null;
        };
        PriceGuard: {
            minimum: string | null;
            maximum: string | null;
            maxDecreasePercent: string | null;
            maxIncreasePercent: string | null;
        };
        RatePlan: {
            id: string;
            roomId: string;
            name: string;
            currency: string;
            derivation: components["schemas"]["Derivation"] | null;
            guard: components["schemas"]["PriceGuard"] | null;
        };
        RatePlanPage: {
            items: components["schemas"]["RatePlan"][];
            nextCursor: string | null;
        };
        RatePlanChanges: {
            name?: string;
            currency?: string;
            derivation?: components["schemas"]["NewDerivation"] | null;
            guard?: components["schemas"]["NewPriceGuard"] | null;
        };
        RuleToTry: {
            ratePlanId?: string;
            derivation: components["schemas"]["NewDerivation"];
            from: string;
            to: string;
        };
        PreviewDay: {
            date: string;
            parentPrice: string | null;
            newPrice: string | null;
            oldPrice: string | null;
            /** @enum {string|null} */
            reached: "minimum" | "maximum" | "zero" | null;
        };
        Preview: {
            ratePlanId: string | null;
            from: string;
            to: string;
            changed: number;
            reachedMinimum: number;
            reachedMaximum: number;
            reachedZero: number;
            days: components["schemas"]["PreviewDay"][];
        };
        HeldPrice: {
            ratePlanId: string;
            roomId: string;
            date: string;
            price: string | null;
            held: string;
            /** @enum {string} */
            reason: "belowMinimum" | "aboveMaximum" | "decrease" | "increase";
            requestId: string;
            heldAt: string;
        };
        HeldPricePage: {
            items: components["schemas"]["HeldPrice"][];
            nextCursor: string | null;
        };
        HeldPriceRange: {
            ratePlanId: string;
            from: string;
            to: string;
        };
        HeldPricesDecided: {
            requestId: string;
            records: number;
        };
        InventoryData: {
            date: string;
            inventoryNumber: number | string;
            propertyName?: string | null;
        };
        PriceOfDay: {
            ratePlanId: string;
            price: string | null;
        };
        CalendarDay: {
            date: string;
            totalRooms: number;
            occupiedRooms: number | null;
            prices: components["schemas"]["PriceOfDay"][];
        };
        Calendar: {
            roomId: string;
            from: string;
            to: string;
            knownSince?: string;
            days: components["schemas"]["CalendarDay"][];
            nextCursor: string | null;
        };
        LastPushOfRoom: {
            requestId: string;
            at: string;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
        };
        HeldPriceOfPlan: {
            date: string;
            price: string;
        };
        RatePlanRow: {
            id: string;
            name: string;
            currency: string;
            derivedFrom: string | null;
            depth: number;
            prices: (string | null)[];
            states: string;
            held: components["schemas"]["HeldPriceOfPlan"][];
        };
        RoomRow: {
            roomId: string;
            name: string;
            propertyName: string | null;
            knownSince?: string;
            lastPush: components["schemas"]["LastPushOfRoom"] | null;
            totalRooms: (number | null)[];
            occupiedRooms: (number | null)[];
            ratePlans: components["schemas"]["RatePlanRow"][];
        };
        CalendarPage: {
            from: string;
            to: string;
            at: string | null;
            knownSince?: string | null;
            items: components["schemas"]["RoomRow"][];
            nextCursor: string | null;
        };
        StoryStep: {
            percent?: string;
            amount?: string;
            result: string;
        };
        StoryHeld: {
            price: string;
            /** @enum {string} */
            reason: "belowMinimum" | "aboveMaximum" | "decrease" | "increase";
            requestId: string;
            heldAt: string;
        };
        PriceOrigin: {
            ratePlanId: string;
            date: string;
            price: string | null;
            /** @enum {string} */
            origin: "pushed" | "derived" | "notSet";
            derivation: components["schemas"]["StoryDerivation"] | null;
            held: components["schemas"]["StoryHeld"] | null;
        };
        StoryDerivation: {
            from: string;
            parentPrice: string | null;
            steps: components["schemas"]["StoryStep"][];
            rounded: string | null;
            clamped: string | null;
            parent: components["schemas"]["PriceOrigin"];
        };
        StoryEntry: {
            requestId: string;
            at: string;
            token: string | null;
            /** @enum {string} */
            kind: "push" | "derivation" | "release" | "undo";
            price: string | null;
        };
        PriceStory: {
            ratePlanId: string;
            date: string;
            price: string | null;
            /** @enum {string} */
            origin: "pushed" | "derived" | "notSet";
            derivation: components["schemas"]["StoryDerivation"] | null;
            held: components["schemas"]["StoryHeld"] | null;
            knownSince: string;
            history: components["schemas"]["StoryEntry"][];
            nextCursor: string | null;
        };
        RoomsByLastPush: {
            total: number;
            withinHour: number;
            withinDay: number;
            withinWeek: number;
            earlier: number;
            never: number;
        };
        Reason: {
            reason: string;
            count: number;
            requestId: string;
        };
        ProblemsByOutcome: {
            lastDay: number;
            lastWeek: number;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
            reasons: components["schemas"]["Reason"][];
        };
        PushCounts: {
            lastDay: number;
            lastWeek: number;
        };
        RoomHealth: {
            roomId: string;
            name: string;
            propertyName: string | null;
            lastPush: components["schemas"]["LastPushOfRoom"] | null;
            missingPrices: number;
        };
        FeedHealth: {
            rooms: components["schemas"]["RoomsByLastPush"];
            problems: components["schemas"]["ProblemsByOutcome"][];
            held: components["schemas"]["PushCounts"];
            items: components["schemas"]["RoomHealth"][];
            nextCursor: string | null;
        };
        UndoOfPushes: {
            dryRun?: boolean;
            token?: string;
            roomId?: string;
            ratePlanId?: string;
            from: string;
            to?: string;
        };
        UndoRecordView: {
            roomId: string;
            ratePlanId: string | null;
            date?: string;
            field?: string;
            from: string | number | null;
            to: string | number | null;
            /** @enum {string} */
            verdict: "restored" | "changedSince" | "unknown";
        };
        UndoView: {
            undoId: string;
            /** @enum {string} */
            state: "running" | "done" | "failed";
            dryRun: boolean;
            problem: string | null;
            rooms: number;
            roomsDone: number;
            restored: number;
            changedSince: number;
            unknown: number;
            unchanged: number;
            derived: number;
            requestIds: string[];
            records: components["schemas"]["UndoRecordView"][];
        };
        Undo: {
            dryRun?: boolean;
        };
        Change: {
            cursor: string;
            requestId: string;
            at: string;
            roomId: string;
            /** @enum {string} */
            kind: "inventory" | "prices" | "room" | "ratePlan";
            ratePlanIds: string[];
            from: string | null;
            to: string | null;
        };
        ChangePage: {
            items: components["schemas"]["Change"][];
            nextCursor: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
