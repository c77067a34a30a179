package dev.ccl.lm.task;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's judge: is a statement right? An answer is right, wrong or an abstention, and only a
 * correct judgement has a reward (eq:sm-temp-reward). Statements are sums and capitals, true and
 * false ones. All statements about a sum of two numbers, in either order, or about a country stand
 * on one side of a split.
 */
final class Judge {
  private static final String RIGHT = "对";
  private static final String WRONG = "错";
  private static final String ABSTAIN = "不知道";

  private static final List<List<String>> CAPITALS =
      List.of(
          List.of("法国", "巴黎"),
          List.of("英国", "伦敦"),
          List.of("德国", "柏林"),
          List.of("意大利", "罗马"),
          List.of("西班牙", "马德里"),
          List.of("葡萄牙", "里斯本"),
          List.of("希腊", "雅典"),
          List.of("俄罗斯", "莫斯科"),
          List.of("日本", "东京"),
          List.of("韩国", "首尔"),
          List.of("泰国", "曼谷"),
          List.of("越南", "河内"),
          List.of("印度", "新德里"),
          List.of("埃及", "开罗"),
          List.of("美国", "华盛顿"),
          List.of("加拿大", "渥太华"),
          List.of("墨西哥", "墨西哥城"),
          List.of("巴西", "巴西利亚"),
          List.of("阿根廷", "布宜诺斯艾利斯"),
          List.of("澳大利亚", "堪培拉"),
          List.of("奥地利", "维也纳"),
          List.of("瑞士", "伯尔尼"),
          List.of("瑞典", "斯德哥尔摩"),
          List.of("挪威", "奥斯陆"),
          List.of("芬兰", "赫尔辛基"),
          List.of("丹麦", "哥本哈根"),
          List.of("荷兰", "阿姆斯特丹"),
          List.of("比利时", "布鲁塞尔"),
          List.of("波兰", "华沙"),
          List.of("土耳其", "安卡拉"));

  private Judge() {}

  static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int a = 1; a <= 9; a++) {
      for (int b = 1; b <= 9; b++) {
        String group = "sum/" + Math.min(a, b) + "+" + Math.max(a, b);
        add(questions, "sum", true, group, a + "+" + b + "=" + (a + b));
        add(questions, "sum", false, group, a + "+" + b + "=" + (a + b + 1 + (a * b) % 3));
      }
    }
    for (int i = 0; i < CAPITALS.size(); i++) {
      String country = CAPITALS.get(i).get(0);
      String group = "capital/" + country;
      String other = CAPITALS.get((i + 7) % CAPITALS.size()).get(1);
      add(questions, "capital", true, group, country + "的首都是" + CAPITALS.get(i).get(1));
      add(questions, "capital", false, group, country + "的首都是" + other);
    }
    return Task.of(
        "judge",
        questions,
        AnswerGrammar.oneOf(List.of(RIGHT, WRONG, ABSTAIN)),
        Judge::reward,
        List.of(
            Shift.mixture("mixture", "sum-true", "sum-false"),
            Shift.between(
                "subject",
                List.of("sum-true", "sum-false"),
                List.of("capital-true", "capital-false")),
            Shift.between(
                "halves", List.of("sum-true", "sum-false"), List.of("sum-true", "sum-false"))));
  }

  private static void add(
      List<Question> questions, String subject, boolean isTrue, String group, String statement) {
    questions.add(
        new Question(
            subject + "/" + statement, // whether it is true is the question
            subject + "-" + isTrue,
            subject,
            group,
            "“" + statement + "”，这句话对还是错？",
            "答案是",
            ImmutableMap.of("correct", isTrue ? RIGHT : WRONG)));
  }

  private static double reward(Question question, String answer) {
    return answer.equals(question.fact("correct")) ? 1 : 0;
  }
}
