// Generated from docs/openapi.json by test/support/generate-api-types.mjs.
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
        EntryUndo: {
            requestId: string;
            at: string;
            token: string | null;
        };
        JournalSpan: {
            from: string;
            to: string;
            /** @enum {string|null} */
            field: "roomsLeft" | "closed" | "price" | "stopSell" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay" | null;
            lowest: string | null;
            highest: string | null;
        };
        LargestChange: {
            from: string;
            to: string;
        };
        JournalEntrySummary: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
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
            undoneBy: components["schemas"]["EntryUndo"][];
            callId: string | null;
            dialect: string | null;
            notes: string[] | null;
            span: components["schemas"]["JournalSpan"] | null;
            largestChange: components["schemas"]["LargestChange"] | null;
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
            field?: "roomsLeft" | "closed" | "price" | "stopSell" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay";
            /** @enum {string} */
            verdict: "applied" | "unchanged" | "skipped" | "held" | "late" | "superseded";
            overbooked: boolean;
        };
        JournalEntryView: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
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
            undoneBy: components["schemas"]["EntryUndo"][];
            callId: string | null;
            dialect: string | null;
            notes: string[] | null;
            span: components["schemas"]["JournalSpan"] | null;
            largestChange: components["schemas"]["LargestChange"] | null;
            appliedAt: string;
            records: components["schemas"]["JournalRecord"][];
            moreRecords: number;
            body: string | null;
        };
        Receipt: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
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
            undoneBy: components["schemas"]["EntryUndo"][];
            callId: string | null;
            dialect: string | null;
            notes: string[] | null;
            span: components["schemas"]["JournalSpan"] | null;
            largestChange: components["schemas"]["LargestChange"] | null;
            appliedAt: string;
            records: components["schemas"]["JournalRecord"][];
            moreRecords: number;
            body: string | null;
            entries: components["schemas"]["JournalEntryView"][];
        };
        NewAccessToken: {
            name: string;
            scopes: ("push" | "read" | "decide" | "metrics" | "admin")[];
            propertyNames?: string[] | null;
            expiresAt?: string | null;
        };
        CreatedAccessToken: {
            id: string;
            name: string;
            scopes: ("push" | "read" | "decide" | "metrics" | "admin")[];
            propertyNames: string[] | null;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            sandboxId: string | null;
            token: string;
        };
        ListedAccessToken: {
            id: string;
            name: string;
            scopes: ("push" | "read" | "decide" | "metrics" | "admin")[];
            propertyNames: string[] | null;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            sandboxId: string | null;
            callsLastDay: number;
            refusedLastDay: number;
            dialects: string[];
        };
        AccessTokenPage: {
            items: components["schemas"]["ListedAccessToken"][];
            nextCursor: string | null;
        };
        AccessToken: {
            id: string;
            name: string;
            scopes: ("push" | "read" | "decide" | "metrics" | "admin")[];
            propertyNames: string[] | null;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            revokedAt: string | null;
            sandboxId: string | null;
        };
        Rotation: {
            oldEndsIn?: number;
        };
        NotificationView: {
            id: string;
            /** @enum {string} */
            trigger: "emptyInventoryList" | "inventoryRoomMissing" | "emptyPriceList" | "priceRoomMissing" | "messageRefused" | "emptyRestrictionList" | "restrictionRoomMissing" | "ratePlanMissing" | "refused" | "pricesHeld" | "overbooked" | "roomSilent";
            /** @enum {string} */
            state: "queued" | "logged" | "unconfirmed" | "sent" | "failed";
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
            trigger: "emptyInventoryList" | "inventoryRoomMissing" | "emptyPriceList" | "priceRoomMissing" | "messageRefused" | "emptyRestrictionList" | "restrictionRoomMissing" | "ratePlanMissing" | "refused" | "pricesHeld" | "overbooked" | "roomSilent";
            /** @enum {string} */
            state: "queued" | "logged" | "unconfirmed" | "sent" | "failed";
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
        DryRunReceipt: {
            requestId: string;
            receivedAt: string;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
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
            undoneBy: components["schemas"]["EntryUndo"][];
            callId: string | null;
            dialect: string | null;
            notes: string[] | null;
            span: components["schemas"]["JournalSpan"] | null;
            largestChange: components["schemas"]["LargestChange"] | null;
            appliedAt: string;
            records: components["schemas"]["JournalRecord"][];
            moreRecords: number;
            body: string | null;
            entries: components["schemas"]["JournalEntryView"][];
            derived: number;
        };
        SendRoomAllbookers: {
            id: string | number;
            qty?: number | null;
            maxGuests?: number | null;
            maxAdults?: number | null;
            maxChildren?: number | null;
        };
        RoomSynchronization: {
            qty?: number | null;
            maxGuests?: number | null;
            maxAdults?: number | null;
            maxChildren?: number | null;
            allbookersId?: string | number;
            id?: string | number;
            minStay?: number | null;
            maxStay?: number | null;
        };
        NewRoom: {
            id?: string;
            name: string;
            propertyName?: string | null;
            propertyCode?: string | null;
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
            propertyCode: string | null;
            totalRooms: number | null;
            maximumGuests: number | null;
            adults: number | null;
            children: number | null;
            sandboxId: string | null;
            ratePlans: components["schemas"]["RatePlanOfRoom"][];
        };
        RoomPage: {
            items: components["schemas"]["Room"][];
            nextCursor: string | null;
        };
        ChangeSince: {
            requestId: string;
            at: string;
            token: string | null;
            operation: string;
            ratePlanId: string | null;
            changes: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            };
        };
        ChangedSinceProblem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            errors: components["schemas"]["ProblemField"][];
            requestId: string;
            changes: components["schemas"]["ChangeSince"][];
        };
        RoomChanges: {
            name?: string;
            propertyName?: string | null;
            propertyCode?: string | null;
            totalRooms?: number | null;
            maximumGuests?: number | null;
            adults?: number | null;
            children?: number | null;
        };
        PriceData: {
            date: string;
            propertyName?: string | null;
            price: number | string;
        };
        NewDerivationStep: {
            percent?: string | number;
            amount?: string | number;
        };
        NewRounding: {
            /** @enum {string} */
            mode: "halfUp" | "halfEven" | "up" | "down";
            increment?: string | number;
        };
        NewDerivation: {
            from: string;
            steps: components["schemas"]["NewDerivationStep"][];
            rounding?: components["schemas"]["NewRounding"];
            minimum?: string | number | null;
            maximum?: string | number | null;
            inherit?: ("stopSell" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay")[];
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
            inherit: ("stopSell" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay")[];
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
        RecalculationRange: {
            from: string;
            to: string;
        };
        Recalculated: {
            requestId: string;
            records: number;
        };
        PropertyEffect: {
            propertyName: string | null;
            ratePlans: number;
            prices: number;
        };
        RatePlanSettings: {
            derivation: components["schemas"]["Derivation"] | null;
            guard: components["schemas"]["PriceGuard"] | null;
        };
        ChangedPrice: {
            date: string;
            from: string;
            to: string;
        };
        PlanEffect: {
            ratePlanId: string;
            roomId: string;
            before: components["schemas"]["RatePlanSettings"];
            after: components["schemas"]["RatePlanSettings"];
            prices: number;
            restrictions: number;
            largest: components["schemas"]["ChangedPrice"] | null;
        };
        RatePlansChangeResult: {
            dryRun: boolean;
            preview: string;
            changed: number;
            unchanged: number;
            prices: number;
            derived: number;
            derivedRestrictions: number;
            requestIds: string[];
            byProperty: components["schemas"]["PropertyEffect"][];
            ratePlans: components["schemas"]["PlanEffect"][];
        };
        DerivationChanges: {
            steps?: components["schemas"]["NewDerivationStep"][];
            rounding?: components["schemas"]["NewRounding"];
            minimum?: string | number | null;
            maximum?: string | number | null;
            inherit?: ("stopSell" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay")[];
        };
        RatePlansChange: {
            ratePlanIds: string[];
            derivation?: components["schemas"]["DerivationChanges"];
            guard?: components["schemas"]["NewPriceGuard"] | null;
            dryRun?: boolean;
            preview?: string;
        };
        RuleToTry: {
            ratePlanId?: string;
            derivation: components["schemas"]["NewDerivation"];
            from: string;
            to: string;
        };
        RestrictionsOfDay: {
            stopSell?: boolean;
            closedToArrival?: boolean;
            closedToDeparture?: boolean;
            minStayArrival?: number;
            minStayThrough?: number;
            maxStay?: number;
        };
        PreviewDay: {
            date: string;
            parentPrice: string | null;
            newPrice: string | null;
            oldPrice: string | null;
            /** @enum {string|null} */
            reached: "minimum" | "maximum" | "zero" | null;
            newRestrictions: components["schemas"]["RestrictionsOfDay"];
            oldRestrictions: components["schemas"]["RestrictionsOfDay"];
        };
        Preview: {
            ratePlanId: string | null;
            from: string;
            to: string;
            changed: number;
            changedRestrictions: number;
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
            heldBy?: string[];
        };
        HeldPricesDecided: {
            requestId: string;
            records: number;
            changedSince: number;
        };
        InventoryData: {
            date: string;
            propertyName?: string | null;
            inventoryNumber: number | string;
        };
        ImportChange: {
            /** @enum {string} */
            operation: "createRoom" | "changeRoom" | "createRatePlan" | "changeRatePlan";
            roomId: string;
            ratePlanId: string | null;
            name: string;
            changes: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            };
        };
        LineProblem: {
            column: string | null;
            message: string;
        };
        ImportLine: {
            line: number;
            /** @enum {string} */
            action: "create" | "change" | "same" | "refuse";
            changes: components["schemas"]["ImportChange"][];
            problems: components["schemas"]["LineProblem"][];
        };
        ImportResult: {
            applied: boolean;
            created: number;
            changed: number;
            unchanged: number;
            preview: string;
            lines: components["schemas"]["ImportLine"][];
        };
        BlackoutData: {
            date: string;
            propertyName?: string | null;
            blackoutStatus: boolean | ("true" | "false");
        };
        MinStayData: {
            date: string;
            propertyName?: string | null;
            minStay: number | string;
        };
        MaxStayData: {
            date: string;
            propertyName?: string | null;
            maxStay: number | string;
        };
        ChannexError: {
            /** @enum {boolean} */
            success: false;
            error: string;
        };
        ChannexErrorAtPath: {
            path: string;
            message: string;
        };
        ChannexErrors: {
            /** @enum {boolean} */
            success: false;
            errors: components["schemas"]["ChannexErrorAtPath"][];
        };
        ShownClosure: {
            id: string;
            ratePlanId: string | null;
            from: string;
            to: string;
            reason: string;
            createdAt: string;
            createdBy: string | null;
        };
        PriceOfDay: {
            ratePlanId: string;
            price: string | null;
            restrictions?: components["schemas"]["RestrictionsOfDay"];
        };
        CalendarDay: {
            date: string;
            totalRooms: number;
            occupiedRooms: number | null;
            closed: boolean;
            prices: components["schemas"]["PriceOfDay"][];
        };
        Calendar: {
            roomId: string;
            from: string;
            to: string;
            knownSince?: string;
            closures: components["schemas"]["ShownClosure"][];
            days: components["schemas"]["CalendarDay"][];
            nextCursor: string | null;
        };
        LastPushOfRoom: {
            requestId: string;
            at: string;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
        };
        RestrictionRows: {
            stopSell?: boolean[];
            closedToArrival?: boolean[];
            closedToDeparture?: boolean[];
            minStayArrival?: (number | null)[];
            minStayThrough?: (number | null)[];
            maxStay?: (number | null)[];
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
            restrictions: components["schemas"]["RestrictionRows"];
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
            closed: boolean[];
            closures: components["schemas"]["ShownClosure"][];
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
            rulePrice: string | null;
            knownSince: string;
            history: components["schemas"]["StoryEntry"][];
            nextCursor: string | null;
        };
        RestrictionEntry: {
            requestId: string;
            at: string;
            token: string | null;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
            restrictions: components["schemas"]["RestrictionsOfDay"];
        };
        RestrictionStory: {
            ratePlanId: string;
            date: string;
            knownSince: string;
            history: components["schemas"]["RestrictionEntry"][];
            nextCursor: string | null;
        };
        RoomsLeftEntry: {
            requestId: string;
            at: string;
            token: string | null;
            /** @enum {string} */
            operation: "updateCalendarInventory" | "updateCalendarPrices" | "roomEditChannelManager" | "updateCalendarBlackout" | "updateCalendarMinStay" | "updateCalendarMaxStay" | "getRoomResponseConnectivity" | "channexChanges" | "siteconnectMessage" | "createRoom" | "changeRoom" | "deleteRoom" | "createRatePlan" | "changeRatePlan" | "recalculatePrices" | "changeRatePlans" | "deleteRatePlan" | "createAccessToken" | "rotateAccessToken" | "revokeAccessToken" | "createSandbox" | "deleteSandbox" | "releaseHeldPrices" | "discardHeldPrices" | "createClosure" | "openClosure" | "undo";
            totalRooms: number;
            closed: boolean;
        };
        RoomsLeftStory: {
            roomId: string;
            date: string;
            knownSince: string;
            history: components["schemas"]["RoomsLeftEntry"][];
            nextCursor: string | null;
        };
        NewClosure: {
            roomId: string;
            ratePlanId?: string | null;
            from: string;
            to: string;
            reason: string;
        };
        Closure: {
            id: string;
            roomId: string;
            ratePlanId: string | null;
            from: string;
            to: string;
            reason: string;
            createdAt: string;
            createdBy: string | null;
            openedAt: string | null;
            openedBy: string | null;
        };
        ClosurePage: {
            items: components["schemas"]["Closure"][];
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
            closures: number;
            items: components["schemas"]["RoomHealth"][];
            nextCursor: string | null;
        };
        PushesOfHour: {
            at: string;
            applied: number;
            emptyList: number;
            roomMissing: number;
            ratePlanMissing: number;
            refused: number;
            failed: number;
        };
        PushesByHour: {
            hours: components["schemas"]["PushesOfHour"][];
        };
        LastPushOfProperty: {
            requestId: string;
            at: string;
            /** @enum {string} */
            outcome: "applied" | "emptyList" | "roomMissing" | "ratePlanMissing" | "refused" | "failed";
            roomId: string;
            token: string | null;
        };
        Property: {
            name: string | null;
            code: string | null;
            isSandbox: boolean;
            rooms: number;
            ratePlans: number;
            lastPush: components["schemas"]["LastPushOfProperty"] | null;
            silentRooms: number;
            heldPrices: number;
            closures: number;
            problems: number;
            largeChanges: number;
            negativeRooms: number;
        };
        PropertyTotals: {
            total: number;
            needingAttention: number;
            silentProperties: number;
            rooms: number;
            silentRooms: number;
            silentRoomsElsewhere: number;
            heldPrices: number;
            closures: number;
            problems: number;
            largeChanges: number;
            negativeRooms: number;
            failedMails: number;
            delayedMails: number;
            unconfirmedMails: number;
        };
        PropertyPage: {
            items: components["schemas"]["Property"][];
            nextCursor: string | null;
            totals?: components["schemas"]["PropertyTotals"];
        };
        Settings: {
            platformName: string;
            timeZone: string;
            today: string;
            silenceHours: number;
            largeChangePercent: number;
            sendsMail: boolean;
        };
        StayNight: {
            date: string;
            price: string | null;
            roomsLeft: number | null;
        };
        StaySince: {
            requestId: string;
            at: string;
            token: string | null;
        };
        StayReasonView: {
            /** @enum {string} */
            code: "outsideWindow" | "noRecord" | "noRoomsLeft" | "roomClosed" | "closedByPlatform" | "stopSell" | "priceNotSet" | "closedToArrival" | "closedToDeparture" | "minStayArrival" | "minStayThrough" | "maxStay" | "tooManyGuests" | "tooManyAdults" | "tooManyChildren";
            date: string | null;
            value: number | null;
            limit: number | null;
            since: components["schemas"]["StaySince"] | null;
        };
        Stay: {
            bookable: boolean;
            price: string | null;
            currency: string;
            roomId: string;
            at: string | null;
            nights: components["schemas"]["StayNight"][];
            reasons: components["schemas"]["StayReasonView"][];
        };
        UndoOfPushes: {
            dryRun?: boolean;
            token?: string;
            tokenId?: string;
            roomId?: string;
            ratePlanId?: string;
            from: string;
            to?: string;
            preview?: string;
        };
        UndoRecordView: {
            roomId: string;
            ratePlanId: string | null;
            date?: string;
            field?: string;
            from: string | number | boolean | components["schemas"]["Derivation"] | components["schemas"]["PriceGuard"] | null;
            to: string | number | boolean | components["schemas"]["Derivation"] | components["schemas"]["PriceGuard"] | null;
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
            kind: "inventory" | "prices" | "restrictions" | "room" | "ratePlan";
            ratePlanIds: string[];
            from: string | null;
            to: string | null;
        };
        ChangePage: {
            items: components["schemas"]["Change"][];
            nextCursor: string;
        };
        RatePlanChecksum: {
            ratePlanId: string;
            prices: string | null;
        };
        MonthChecksums: {
            month: string;
            inventory: string | null;
            ratePlans: components["schemas"]["RatePlanChecksum"][];
        };
        ChecksumsView: {
            roomId: string;
            months: components["schemas"]["MonthChecksums"][];
        };
        NewSandbox: {
            name: string;
            expiresAt?: string;
        };
        SandboxRatePlanView: {
            id: string;
            name: string;
            derivedFrom: string | null;
        };
        SandboxRoomView: {
            id: string;
            name: string;
            ratePlans: components["schemas"]["SandboxRatePlanView"][];
        };
        CreatedSandbox: {
            id: string;
            name: string;
            propertyName: string;
            propertyCode: string;
            tokenId: string;
            firstDay: string;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string;
            rooms: components["schemas"]["SandboxRoomView"][];
            token: string;
        };
        Sandbox: {
            id: string;
            name: string;
            propertyName: string;
            propertyCode: string;
            tokenId: string;
            firstDay: string;
            createdAt: string;
            createdBy: string | null;
            expiresAt: string;
            rooms: components["schemas"]["SandboxRoomView"][];
        };
        SandboxPage: {
            items: components["schemas"]["Sandbox"][];
            nextCursor: string | null;
        };
        ScenarioView: {
            id: string;
            title: string;
            isOptional: boolean;
            /** @enum {string} */
            verdict: "missing" | "passed" | "failed";
            requestIds: string[];
            advice: string;
        };
        Conformance: {
            sandbox: components["schemas"]["Sandbox"];
            at: string;
            version: string;
            windowFrom: string;
            windowTo: string;
            dates: {
                [key: string]: string | string[];
            };
            passed: number;
            total: number;
            scenarios: components["schemas"]["ScenarioView"][];
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
