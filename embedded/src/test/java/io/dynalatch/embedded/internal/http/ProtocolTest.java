package io.dynalatch.embedded.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dynalatch.embedded.EmbeddedDynamoDb;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class ProtocolTest {
    private static final String TABLE = """
            {"TableName":"locks","BillingMode":"PAY_PER_REQUEST",
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
             "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}""";

    private final EmbeddedDynamoDb engine = EmbeddedDynamoDb.inMemory();
    private final Protocol protocol = new Protocol(engine.client());

    @BeforeEach
    void create_the_table() {
        assertThat(call("CreateTable", TABLE)).startsWith("200 {\"TableDescription\":{");
    }

    @AfterEach
    void close_the_engine() {
        engine.close();
    }

    private String call(String operation, String body) {
        return told(protocol.answer("DynamoDB_20120810." + operation, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String told(Answer answer) {
        assertThat(answer.requestId()).isNotEmpty();
        return answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
    }

    private String put(String item) {
        return call("PutItem", "{\"TableName\":\"locks\",\"Item\":" + item + "}");
    }

    private String get(String pk) {
        return call("GetItem", "{\"TableName\":\"locks\",\"Key\":{\"pk\":{\"S\":\"" + pk + "\"}}}");
    }

    @Test
    void every_type_comes_back_as_it_went_in() {
        String item = "{\"pk\":{\"S\":\"a\\u20ac\\ud83d\\ude00\\u0000\\\"\"}}";
        assertThat(put(item)).isEqualTo("200 {}");
        assertThat(call("GetItem", "{\"TableName\":\"locks\",\"Key\":" + item + "}"))
                .isEqualTo("200 {\"Item\":{\"pk\":{\"S\":\"a\u20ac\ud83d\ude00\\u0000\\\"\"}}}");
        for (String value : new String[] {
            "{\"S\":\"\"}",
            "{\"N\":\"-12.5\"}",
            "{\"B\":\"AP8=\"}",
            "{\"BOOL\":false}",
            "{\"NULL\":true}",
            "{\"SS\":[\"x\"]}",
            "{\"NS\":[\"1\"]}",
            "{\"BS\":[\"AA==\"]}",
            "{\"L\":[]}",
            "{\"M\":{}}",
            "{\"L\":[{\"M\":{\"k\":{\"L\":[{\"S\":\"v\"}]}}}]}"
        }) {
            assertThat(put("{\"pk\":{\"S\":\"b\"},\"v\":" + value + "}")).isEqualTo("200 {}");
            assertThat(get("b")).startsWith("200 {\"Item\":{").contains("\"v\":" + value);
        }
    }

    @Test
    void a_missing_item_has_no_member() {
        assertThat(get("none")).isEqualTo("200 {}");
    }

    @Test
    void times_are_seconds_with_a_fraction() {
        assertThat(call("DescribeTable", "{\"TableName\":\"locks\"}"))
                .containsPattern("\"CreationDateTime\":\\d{10}\\.\\d{3}[,}]");
    }

    @Test
    void a_refused_condition_shows_the_item_if_asked() {
        put("{\"pk\":{\"S\":\"a\"}}");
        String more = ",\"ConditionExpression\":\"attribute_not_exists(pk)\"";
        String body = "{\"TableName\":\"locks\",\"Item\":{\"pk\":{\"S\":\"a\"}}" + more;

        assertThat(call("PutItem", body + "}"))
                .isEqualTo("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                        + "\"message\":\"The conditional request failed\"}");
        assertThat(call("PutItem", body + ",\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"}"))
                .isEqualTo("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                        + "\"Item\":{\"pk\":{\"S\":\"a\"}},\"message\":\"The conditional request failed\"}");
    }

    @Test
    void a_cancelled_transaction_spells_its_message_with_a_capital_letter() {
        DynamoDbException cancelled = (DynamoDbException) TransactionCanceledException.builder()
                .cancellationReasons(
                        CancellationReason.builder().code("None").build(),
                        CancellationReason.builder()
                                .code("ConditionalCheckFailed")
                                .message("The conditional request failed")
                                .item(Map.of("pk", AttributeValue.fromS("a")))
                                .build())
                .statusCode(400)
                .awsErrorDetails(details("TransactionCanceledException", "cancelled"))
                .build();

        assertThat(transact(() -> cancelled))
                .isEqualTo("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                        + "\"CancellationReasons\":[{\"Code\":\"None\"},{\"Item\":{\"pk\":{\"S\":\"a\"}},"
                        + "\"Code\":\"ConditionalCheckFailed\",\"Message\":\"The conditional request failed\"}],"
                        + "\"Message\":\"cancelled\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "ValidationException,com.amazon.coral.validate#ValidationException",
        "ThrottlingException,com.amazon.coral.availability#ThrottlingException",
        "AccessDeniedException,com.amazon.coral.service#AccessDeniedException",
        "RequestLimitExceeded,com.amazonaws.dynamodb.v20120810#RequestLimitExceeded"
    })
    void types_have_the_prefix_of_their_layer(String code, String type) {
        var error = DynamoDbException.builder().statusCode(400).awsErrorDetails(details(code, "so"));

        assertThat(transact(() -> (RuntimeException) error.build()))
                .isEqualTo("400 {\"__type\":\"" + type + "\",\"message\":\"so\"}");
    }

    @Test
    void a_bug_is_told_without_a_stack_trace() {
        assertThat(transact(() -> new IllegalStateException("broken \ud800")))
                .isEqualTo("500 {\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
                        + "\"message\":\"the embedded engine failed: java.lang.IllegalStateException: broken ?\"}");
    }

    private static AwsErrorDetails details(String code, String message) {
        return AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
    }

    /** What is told when the client fails. */
    private static String transact(Supplier<RuntimeException> failure) {
        Protocol failing = new Protocol(new DynamoDbClient() {
            @Override
            public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                throw failure.get();
            }

            @Override
            public String serviceName() {
                return SERVICE_NAME;
            }

            @Override
            public void close() {}
        });
        return told(failing.answer("DynamoDB_20120810.TransactWriteItems", new byte[] {'{', '}'}));
    }

    @Test
    void unknown_operations_are_told() {
        String type = "400 {\"__type\":\"com.amazon.coral.service#UnknownOperationException\",";

        assertThat(call("Nonsense", "{}")).startsWith(type);
        assertThat(call("", "{}")).startsWith(type);
        assertThat(call("getItem", "{}")).startsWith(type);
        assertThat(told(protocol.answer("GetItem", new byte[0]))).startsWith(type);
        assertThat(told(protocol.answer("DynamoDBStreams_20120810.ListStreams", new byte[0])))
                .startsWith(type);
        assertThat(told(protocol.answer(null, new byte[0])))
                .isEqualTo(type + "\"message\":\"the header X-Amz-Target is missing\"}");
    }

    @Test
    void what_the_engine_does_not_have_is_told() {
        assertThat(call("CreateBackup", "{\"TableName\":\"locks\",\"BackupName\":\"b\"}"))
                .isEqualTo("400 {\"__type\":\"com.amazon.coral.service#UnknownOperationException\","
                        + "\"message\":\"CreateBackup is not supported by the embedded engine yet\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[]",
                "1",
                "null",
                "\"TableName\"",
                "{}{}",
                "{} x",
                "{\"TableName\"}",
                "{\"TableName\":}",
                "{\"TableName\":\"locks\"",
                "{\"TableName\":\"lo\u0000cks\"}",
                "{'TableName':'locks'}",
                "{\"TableName\":\"locks\",}",
                "{\"TableName\":NaN}",
                "\ufeff"
            })
    void what_is_no_json_object_is_refused(String body) {
        assertThat(call("GetItem", body))
                .startsWith("400 {\"__type\":\"com.amazon.coral.service#SerializationException\"");
    }

    @Test
    void broken_encodings_are_refused() {
        byte[] broken = "{\"TableName\":\"???\"}".getBytes(StandardCharsets.US_ASCII);
        broken[14] = (byte) 0xC3;
        broken[15] = (byte) 0xFF;

        assertThat(told(protocol.answer("DynamoDB_20120810.GetItem", broken))).contains("SerializationException");
        assertThat(put("{\"pk\":{\"S\":\"\\ud800\"}}")).contains("half a surrogate pair");
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"\\udc00\":{\"S\":\"a\"}}")).contains("SerializationException");
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"x\":{\"S\":\"\\ud800\\ud800\"}}"))
                .contains("half a surrogate pair");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"N\":123}|NUMBER_VALUE cannot be converted to String",
                "{\"N\":1.5}|DECIMAL_VALUE cannot be converted to String",
                "{\"S\":true}|TRUE_VALUE cannot be converted to String",
                "{\"S\":false}|FALSE_VALUE cannot be converted to String",
                "{\"S\":{}}|Start of structure or map found where not expected",
                "{\"S\":[]}|Unrecognized collection type class java.lang.String",
                "{\"BOOL\":\"true\"}|Unexpected token received from parser",
                "{\"BOOL\":1}|NUMBER_VALUE cannot be converted to Boolean",
                "{\"L\":{}}|Start of structure or map found where not expected",
                "{\"SS\":\"a\"}|Unexpected field type",
                "{\"SS\":[1]}|NUMBER_VALUE cannot be converted to String",
                "{\"SS\":[null]}|null found where not expected",
                "{\"M\":[]}|Unrecognized collection type",
                "{\"M\":{\"k\":1}}|Unexpected field type",
                "1|Unexpected field type",
                "{\"B\":1}|NUMBER_VALUE cannot be converted to String",
                "{\"B\":\"abc\"}|Base64 encoded length is expected a multiple of 4 bytes but found: 3",
                "{\"B\":\"ab%=\"}|Invalid Base64 character",
                "{\"B\":\"a===\"}|Invalid Base64 character",
                "{\"B\":\"YQ=a\"}|Invalid Base64 character",
                "{\"B\":\"YR==\"}|Invalid last non-pad Base64 character dectected",
                "{\"B\":\"YWF=\"}|Invalid last non-pad Base64 character dectected"
            })
    void values_of_other_types_are_refused(String value, String message) {
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"x\":" + value + "}"))
                .startsWith("400 {\"__type\":\"com.amazon.coral.service#SerializationException\"")
                .contains(message);
    }

    @Test
    void numbers_of_requests_are_numbers() {
        String scan = "{\"TableName\":\"locks\",\"Limit\":";

        assertThat(call("Scan", scan + "1}")).startsWith("200");
        assertThat(call("Scan", scan + "1.9}")).startsWith("200");
        assertThat(call("Scan", scan + "1e999999999}")).startsWith("200");
        assertThat(call("Scan", scan + "\"1\"}")).contains("STRING_VALUE cannot be converted to Integer");
        assertThat(call("Scan", scan + "99999999999999999999}")).contains("SerializationException");
    }

    @Test
    void null_counts_as_absent() {
        assertThat(call(
                        "GetItem",
                        "{\"TableName\":\"locks\",\"Key\":{\"pk\":{\"S\":\"a\",\"N\":null}},\"Limit\":null}"))
                .isEqualTo("200 {}");
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"x\":null}")).contains("AttributeValue is empty");
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"x\":{\"L\":[null]}}")).contains("AttributeValue is empty");
        assertThat(put("{\"pk\":{\"S\":\"a\"},\"x\":{\"Other\":[1,{}]}}")).contains("AttributeValue is empty");
    }

    @Test
    void nesting_is_bounded_by_the_engine_and_then_by_the_parser() {
        assertThat(put(nested(31))).isEqualTo("200 {}");
        assertThat(put(nested(33))).contains("ValidationException");
        assertThat(put(nested(90))).contains("ValidationException");
        assertThat(put(nested(100_000))).contains("SerializationException");
        assertThat(call("GetItem", "{\"x\":" + "[".repeat(1_000_000))).contains("SerializationException");
    }

    private static String nested(int levels) {
        return "{\"pk\":{\"S\":\"a\"},\"x\":" + "{\"L\":[".repeat(levels) + "{\"S\":\"v\"}" + "]}".repeat(levels) + "}";
    }
}
